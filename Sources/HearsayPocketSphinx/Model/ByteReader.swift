// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// Reads numbers and lines out of a model file, and throws instead of running over its end.
struct ByteReader {
  let path: String
  let bytes: [UInt8]
  private(set) var offset = 0
  /// Whether the numbers are in the other byte order than this machine's.
  var isSwapped = false

  init(_ bytes: [UInt8], of path: String) {
    self.bytes = bytes
    self.path = path
  }

  /// How many bytes are left.
  var remaining: Int { bytes.count - offset }

  mutating func skip(_ count: Int) throws(VoiceError) {
    guard count >= 0, count <= remaining else { throw .modelDamaged(path, "it ends too early") }
    offset += count
  }

  /// A word of 32 bits.
  mutating func word() throws(VoiceError) -> UInt32 {
    let word = try nextWord()
    offset += 4
    return word
  }

  /// The word of 32 bits that comes next, left where it is.
  func nextWord() throws(VoiceError) -> UInt32 {
    guard remaining >= 4 else { throw .modelDamaged(path, "it ends too early") }
    return self[wordAt: offset]
  }

  /// A number that must lie in `range`, or else the file is damaged in what `name` says.
  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(VoiceError) -> Int {
    let value = Int(Int32(bitPattern: try word()))
    guard range.contains(value) else { throw .modelDamaged(path, "\(name) is \(value)") }
    return value
  }

  /// The text up to the next line feed, which is skipped; `nil` when there is none within `limit` bytes.
  mutating func line(limit: Int = 4096) -> String? {
    let part = bytes[offset..<min(bytes.count, offset + limit)]
    guard let end = part.firstIndex(of: 0x0A) else { return nil }
    defer { offset = end + 1 }
    return String(decoding: part[..<end], as: UTF8.self)
  }

  /// The text of so many bytes, without the zero at its end.
  mutating func text(_ count: Int) throws(VoiceError) -> String {
    let start = offset
    try skip(count)
    return String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The bytes up to the next zero, which is skipped.
  mutating func terminatedText() throws(VoiceError) -> String {
    guard let end = bytes[offset...].firstIndex(of: 0) else { throw .modelDamaged(path, "a name has no end") }
    defer { offset = end + 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  /// The word at a place that lies within the file.
  subscript(wordAt position: Int) -> UInt32 {
    let word = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt32.self) }
    return isSwapped ? word.byteSwapped : word
  }

  /// Whether there is a zero byte, which no text has.
  ///
  /// By a routine of the C library: these are megabytes, and a loop takes long in debug builds.
  var containsZero: Bool {
    unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress.map { unsafe memchr($0, 0, bytes.count) != nil } ?? false }
  }

  /// The half word at a place that lies within the file.
  subscript(halfAt position: Int) -> UInt16 {
    let half = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt16.self) }
    return isSwapped ? half.byteSwapped : half
  }
}
