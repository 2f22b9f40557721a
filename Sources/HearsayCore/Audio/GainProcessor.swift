// SPDX-License-Identifier: Apache-2.0

/// Multiplies every sample by a fixed factor and keeps the result in −1…1.
public struct GainProcessor: AudioProcessor {
  /// The factor; 1 changes nothing.
  public let gain: Float

  /// Makes a processor that multiplies by `gain`.
  public init(gain: Float) { self.gain = gain }

  /// Multiplies the samples of `chunk`.
  public func process(_ chunk: inout AudioChunk) async {
    for index in chunk.samples.indices {
      chunk.samples[index] = min(1, max(-1, chunk.samples[index] * gain))
    }
  }
}
