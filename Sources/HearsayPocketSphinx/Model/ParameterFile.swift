// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A file of 32-bit numbers in the form that Sphinx-3 introduced, read and verified.
///
/// A text header (`s3`, lines of a name and a value, `endhdr`), the word 0x11223344 in the writer's byte order, the
/// numbers, and after them their checksum where the header has `chksum0`. The library ends the process when the
/// checksum differs, and trusts any numbers when the header names none.
struct ParameterFile {
  private var reader: ByteReader
  /// Where the numbers end.
  private let end: Int

  var path: String { reader.path }

  /// Reads the whole file.
  init(_ path: String) throws(VoiceError) {
    reader = ByteReader(try ModelFile(path).bytes(), of: path)
    let hasChecksum = try Self.readHeader(&reader)
    guard reader.remaining % 4 == 0, reader.remaining >= (hasChecksum ? 4 : 0) else {
      throw .modelDamaged(path, "its length is no whole number of values")
    }
    end = reader.bytes.count - (hasChecksum ? 4 : 0)
    let (checksum, isFinite) = reader.summarize(until: end)
    if hasChecksum, checksum != reader[wordAt: end] {
      throw .modelDamaged(path, "its checksum does not fit its contents")
    }
    guard isFinite else { throw .modelDamaged(path, "a value in it is no number") }
  }

  /// Reads up to the first number; returns whether a checksum follows the last.
  private static func readHeader(_ reader: inout ByteReader) throws(VoiceError) -> Bool {
    let path = reader.path
    guard reader.line() == "s3" else { throw .modelDamaged(path, "it does not begin with `s3`") }
    var hasChecksum = false
    var isVersioned = false
    for _ in 0..<32 {
      guard let line = reader.line() else { break }
      let words = line.split { $0 == " " || $0 == "\t" }
      switch (words.first, words.count) {
      case ("endhdr", 1):
        guard isVersioned else { throw .modelDamaged(path, "its header names no version") }
        try readByteOrder(&reader)
        return hasChecksum
      case ("version", 2):
        guard words[1] == "1.0" else { throw .modelDamaged(path, "its version is not 1.0") }
        isVersioned = true
      case ("chksum0", 2): hasChecksum = true
      case (let word?, _) where word.hasPrefix("#"): break
      case (_, 2): break
      default: throw .modelDamaged(path, "its header has a line that is no name and value")
      }
    }
    throw .modelDamaged(path, "its header does not end")
  }

  private static func readByteOrder(_ reader: inout ByteReader) throws(VoiceError) {
    let mark = try reader.word()
    guard mark == 0x1122_3344 || mark.byteSwapped == 0x1122_3344 else {
      throw .modelDamaged(reader.path, "its byte-order mark is wrong")
    }
    reader.isSwapped = mark != 0x1122_3344
  }

  /// The next number, which must lie in `range`.
  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(VoiceError) -> Int {
    try reader.number(name, in: range)
  }

  /// Reads how many values follow and throws unless they are `count`, and the rest of the file.
  mutating func checkValues(_ count: Int) throws(VoiceError) {
    let declared = try reader.number("the number of values", in: 1...Int(Int32.max))
    guard declared == count, (end - reader.offset) == declared * 4 else {
      throw .modelDamaged(
        path, "it should hold \(count) values and holds \((end - reader.offset) / 4)")
    }
  }
}

extension ByteReader {
  /// The checksum of all words from here to `end`, and whether none of them, read as a float, is infinite or no number.
  fileprivate func summarize(until end: Int) -> (checksum: UInt32, isFinite: Bool) {
    let start = offset
    let swapped = isSwapped
    return unsafe bytes.withUnsafeBytes { bytes in
      var sum: UInt32 = 0
      var isFinite = true
      var position = start
      while position < end {
        let raw = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let word = swapped ? raw.byteSwapped : raw
        sum = (sum << 20 | sum >> 12) &+ word
        if word & 0x7F80_0000 == 0x7F80_0000 { isFinite = false }
        position += 4
      }
      return (sum, isFinite)
    }
  }
}
