// SPDX-License-Identifier: Apache-2.0

extension Recognizer {
  /// Decodes the next samples and says how many nanoseconds the decoder took, without the way to its thread.
  func timed(_ chunk: AudioChunk) throws(VoiceError) -> (Hypothesis, UInt64) {
    let start = MonotonicTime.now
    let hypothesis = try process(chunk)
    return (hypothesis, MonotonicTime.now.nanoseconds &- start.nanoseconds)
  }
}
