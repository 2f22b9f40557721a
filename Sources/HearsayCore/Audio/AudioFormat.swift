// SPDX-License-Identifier: Apache-2.0

/// Sample rate and channel count of interleaved 32-bit float audio.
public struct AudioFormat: Sendable, Hashable {
  /// Frames a second, in Hz.
  public let sampleRate: Int
  /// Samples a frame.
  public let channelCount: Int

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames a second, in Hz.
  ///   - channelCount: Samples a frame; one unless said.
  public init(sampleRate: Int, channelCount: Int = 1) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// How long `frames` frames last; zero for a format without a rate.
  public func duration(ofFrames frames: Int) -> Duration {
    guard sampleRate > 0 else { return .zero }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }

  /// How many frames `duration` lasts, to the nearest; none for a negative one, and no more than 292 years have.
  public func frames(in duration: Duration) -> Int {
    let nanoseconds = Int128(duration.nanosecondsClamped)
    return Int(clamping: max(0, (nanoseconds * Int128(sampleRate) + 500_000_000) / 1_000_000_000))
  }
}
