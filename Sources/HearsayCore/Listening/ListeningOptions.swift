// SPDX-License-Identifier: Apache-2.0

/// What one listening session is asked for.
public struct ListeningOptions: Sendable {
  /// The stable name of the input device; `nil` follows the default input.
  public var device: String?
  /// Change the audio, in this order, before taps and recognizer hear it.
  public var processors: [any AudioProcessor]
  /// Get the audio as the recognizer hears it.
  public var taps: [AudioTap]
  /// How much audio may wait for the recognizer, from a chunk to 10 minutes.
  ///
  /// What comes beyond it is dropped, counted and reported.
  public var bufferDuration: Duration
  /// How long the first frame may take before the start fails, 1 ms to 10 minutes.
  public var startLimit: Duration
  /// How long a chunk of audio is, and so how often a partial can come, 1 ms to 1 s.
  public var chunkDuration: Duration

  /// Makes options.
  ///
  /// - Parameters:
  ///   - device: The stable name of the input device; `nil` follows the default input.
  ///   - processors: Change the audio before taps and recognizer hear it.
  ///   - taps: Get the audio as the recognizer hears it.
  ///   - bufferDuration: How much audio may wait for the recognizer.
  ///   - startLimit: How long the first frame may take.
  ///   - chunkDuration: How long a chunk of audio is.
  public init(
    device: String? = nil, processors: [any AudioProcessor] = [], taps: [AudioTap] = [],
    bufferDuration: Duration = .seconds(8), startLimit: Duration = .seconds(4),
    chunkDuration: Duration = .milliseconds(20)
  ) {
    self.device = device
    self.processors = processors
    self.taps = taps
    self.bufferDuration = bufferDuration
    self.startLimit = startLimit
    self.chunkDuration = chunkDuration
  }

  /// Checks the durations.
  ///
  /// - Throws: `invalid_argument` naming the one that is out of range.
  public func validate() throws(VoiceError) {
    try check(chunkDuration, "chunkDuration", .milliseconds(1)...(.seconds(1)))
    try check(bufferDuration, "bufferDuration", chunkDuration...(.seconds(600)))
    try check(startLimit, "startLimit", .milliseconds(1)...(.seconds(600)))
  }

  private func check(_ value: Duration, _ name: String, _ range: ClosedRange<Duration>) throws(VoiceError) {
    guard range.contains(value) else {
      throw VoiceError(
        .invalidArgument, .outOfRange,
        "The \(name) \(value) is out of range; give one from \(range.lowerBound) to \(range.upperBound).")
    }
  }
}
