// SPDX-License-Identifier: Apache-2.0

/// How samples without a header are to be read.
///
/// Nothing is guessed: the rate and the encoding of raw samples cannot be told from the samples.
public struct RawFormat: Sendable, Hashable {
  /// How one sample is stored.
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// Unsigned bytes, 128 is zero.
    case unsigned8
    /// Signed bytes.
    case signed8
    /// Signed 16-bit integers.
    case signed16
    /// Signed 24-bit integers, packed.
    case signed24
    /// Signed 32-bit integers.
    case signed32
    /// 32-bit floating-point numbers in −1…1.
    case float32
    /// G.711 A-law bytes.
    case aLaw
    /// G.711 µ-law bytes.
    case muLaw
  }

  /// Frames a second, in Hz.
  public var sampleRate: Int
  /// Samples a frame, interleaved.
  public var channelCount: Int
  /// How one sample is stored.
  public var encoding: Encoding
  /// Whether the most significant byte comes first.
  public var isBigEndian: Bool

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames a second, in Hz.
  ///   - channelCount: Samples a frame, interleaved.
  ///   - encoding: How one sample is stored.
  ///   - isBigEndian: Whether the most significant byte comes first.
  public init(
    sampleRate: Int, channelCount: Int = 1, encoding: Encoding = .signed16, isBigEndian: Bool = false
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
    self.isBigEndian = isBigEndian
  }
}
