// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// The simplest of sound files, for the server's own player and recorder: WAV, one channel, 16-bit or float.
///
/// An app's sound files go through `HearsayFiles`, which reads many formats; this target must do without its libraries.
enum WaveFile {
  /// Writes mono float samples.
  static func write(_ samples: [Float], sampleRate: Int, to path: String) throws(VoiceError) {
    let dataSize = samples.count * 4
    guard dataSize < Int(UInt32.max) - 64, (1...1_000_000).contains(sampleRate) else {
      throw VoiceError(
        .invalidArgument, .outOfRange,
        "A sound of \(samples.count) samples at \(sampleRate) Hz does not fit into a WAV file; shorten it.")
    }
    var data = Data()
    data.reserveCapacity(dataSize + 58)
    func append(_ text: String) { data.append(contentsOf: text.utf8) }
    func append(_ number: Int, bytes: Int) {
      for index in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    append("RIFF")
    append(50 + dataSize, bytes: 4)
    append("WAVEfmt ")
    append(18, bytes: 4)
    append(3, bytes: 2)  // IEEE float
    append(1, bytes: 2)
    append(sampleRate, bytes: 4)
    append(sampleRate * 4, bytes: 4)
    append(4, bytes: 2)
    append(32, bytes: 2)
    append(0, bytes: 2)
    append("fact")
    append(4, bytes: 4)
    append(samples.count, bytes: 4)
    append("data")
    append(dataSize, bytes: 4)
    // Both WAV and every processor that this runs on are little-endian.
    unsafe samples.withUnsafeBytes { unsafe data.append(contentsOf: $0) }
    guard FileManager.default.createFile(atPath: path, contents: data) else {
      throw VoiceError(.audioError, .accessDenied, "The file \(path) cannot be written; check its folder.")
    }
  }

  /// Reads a mono file of 16-bit or float samples; one whose header was never finished gives what is there.
  static func read(_ path: String) throws(VoiceError) -> (samples: [Float], sampleRate: Int) {
    // By a handle: Foundation's shorter way leaks a buffer for each empty file.
    let file = FileHandle(forReadingAtPath: path)
    defer { try? file?.close() }
    guard let data = file.map({ (try? $0.readToEnd()) ?? Data() }) else {
      throw VoiceError(.audioError, .fileNotFound, "There is no sound file \(path); check the path.")
    }
    let bytes = [UInt8](data)
    func number(_ offset: Int, bytes count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func isMarked(_ mark: String, at offset: Int) -> Bool { bytes[offset...].starts(with: mark.utf8) }
    let unreadable = VoiceError(
      .invalidArgument, .fileUnreadable,
      "The file \(path) is not a WAV of one channel with 16-bit or float samples; convert it with sox.")
    guard bytes.count >= 12, isMarked("RIFF", at: 0), isMarked("WAVE", at: 8) else { throw unreadable }
    var format = (tag: 0, channels: 0, rate: 0, bits: 0)
    var offset = 12
    while offset + 8 <= bytes.count {
      let body = offset + 8
      let declared = number(offset + 4, bytes: 4)
      if isMarked("fmt ", at: offset), declared >= 16, body + 16 <= bytes.count {
        format = (
          number(body, bytes: 2), number(body + 2, bytes: 2), number(body + 4, bytes: 4), number(body + 14, bytes: 2)
        )
        // The extensible form keeps the real tag in the first bytes of its sub-format.
        if format.tag == 0xFFFE, declared >= 26, body + 26 <= bytes.count { format.tag = number(body + 24, bytes: 2) }
      } else if isMarked("data", at: offset) {
        let size = declared == 0 ? bytes.count - body : min(declared, bytes.count - body)
        switch (format.tag, format.channels, format.bits) {
        case (1, 1, 16):
          let samples = (0..<size / 2).map {
            Float(Int16(truncatingIfNeeded: number(body + $0 * 2, bytes: 2))) / 32_768
          }
          return (samples, format.rate)
        case (3, 1, 32):
          let samples = unsafe [Float](unsafeUninitializedCapacity: size / 4) { target, count in
            count = size / 4
            _ = unsafe data.copyBytes(to: target, from: body..<body + count * 4)
          }
          return (samples, format.rate)
        default: throw unreadable
        }
      }
      offset = body + declared + (declared & 1)
    }
    throw unreadable
  }
}
