// SPDX-License-Identifier: Apache-2.0

/// WAV files made byte by byte, so that what is read is checked against the format and not against its reader.
enum WaveBytes {
  /// The format tags of a WAV header.
  enum Tag: UInt16 {
    case integer = 1
    case float = 3
    case aLaw = 6
    case muLaw = 7
  }

  /// A whole file.
  ///
  /// - Parameters:
  ///   - tag: The encoding.
  ///   - bits: The width of a sample.
  ///   - channels: Samples a frame.
  ///   - rate: Frames a second.
  ///   - data: The sample bytes.
  ///   - claimed: The length that the header gives for them; the right one unless said.
  /// - Returns: The file.
  static func file(
    _ tag: Tag = .integer, bits: UInt16 = 16, channels: UInt16 = 1, rate: UInt32 = 16_000, data: [UInt8],
    claimed: UInt32? = nil
  ) -> [UInt8] {
    let size = claimed ?? UInt32(data.count)
    return Array("RIFF".utf8) + little(size &+ 36) + Array("WAVE".utf8) + header(tag, bits, channels, rate)
      + Array("data".utf8) + little(size) + data
  }

  /// An RF64 file, whose sizes are in a chunk of their own.
  static func rf64(data: [UInt8], claimed: UInt64? = nil) -> [UInt8] {
    let size = claimed ?? UInt64(data.count)
    let sizes = little(size &+ 72) + little(size) + little(size / 2) + little(UInt32(0))
    return Array("RF64".utf8) + little(UInt32.max) + Array("WAVEds64".utf8) + little(UInt32(28)) + sizes
      + header(.integer, 16, 1, 16_000) + Array("data".utf8) + little(UInt32.max) + data
  }

  /// The bytes of 16-bit samples.
  static func samples(_ samples: [Int16]) -> [UInt8] { samples.flatMap { little(UInt16(bitPattern: $0)) } }

  /// The bytes of floating-point samples.
  static func floats(_ samples: [Float]) -> [UInt8] { samples.flatMap { little($0.bitPattern) } }

  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  private static func header(_ tag: Tag, _ bits: UInt16, _ channels: UInt16, _ rate: UInt32) -> [UInt8] {
    let frame = channels * bits / 8
    return Array("fmt ".utf8) + little(UInt32(16)) + little(tag.rawValue) + little(channels) + little(rate)
      + little(rate * UInt32(frame)) + little(frame) + little(bits)
  }
}
