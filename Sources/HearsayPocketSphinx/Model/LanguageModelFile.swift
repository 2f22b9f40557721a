// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The word statistics: the library's binary trie, or ARPA text.
enum LanguageModelFile {
  private static let trieMark = "Trie Language Model"

  static func check(_ path: String) throws(VoiceError) {
    // The library opens these through a shell, with the path as it is.
    if let suffix = [".gz", ".bz2", ".Z"].first(where: path.hasSuffix) {
      throw VoiceError(
        .invalidArgument, .fileUnreadable,
        "The language model \(path) is compressed (\(suffix)); unpack it and name the unpacked file.")
    }
    let file = try ModelFile(path)
    let head = try file.bytes(count: 65_536)
    if head.starts(with: trieMark.utf8) {
      try checkTrie(file, head)
    } else {
      try checkText(file, head)
    }
  }

  /// An ARPA text has its counts near the beginning and a mark at the end.
  private static func checkText(_ file: borrowing ModelFile, _ head: [UInt8]) throws(VoiceError) {
    let tail = try file.bytes(from: max(0, file.size - 64))
    guard !head.contains(0), String(decoding: head, as: UTF8.self).contains("\\data\\") else {
      throw .modelDamaged(file.path, "it is neither a binary trie nor an ARPA text")
    }
    guard String(decoding: tail, as: UTF8.self).contains("\\end\\") else {
      throw .modelDamaged(file.path, "its end mark is missing")
    }
  }

  /// A trie: counts, tables of the quantized weights, the single words, the longer runs packed into bits, the names.
  private static func checkTrie(_ file: borrowing ModelFile, _ head: [UInt8]) throws(VoiceError) {
    var reader = ByteReader(head, of: file.path)
    try reader.skip(trieMark.utf8.count)
    try reader.skip(1)
    let order = Int(head[trieMark.utf8.count])
    guard (1...5).contains(order) else { throw .modelDamaged(file.path, "its order is \(order)") }
    var counts: [Int] = []
    for length in 1...order { counts.append(try reader.number("the number of \(length)-grams", in: 1...33_000_000)) }
    let layout = TrieLayout(counts: counts, start: reader.offset)

    let names = try file.bytes(from: layout.names)
    var nameReader = ByteReader(names, of: file.path)
    let length = try nameReader.number("the length of its words", in: 1...Int(Int32.max))
    guard file.size == layout.names + 4 + length else {
      throw .modelDamaged(file.path, "it should be \(layout.names + 4 + length) bytes long and has \(file.size)")
    }
    guard names.dropFirst(4).count(where: { $0 == 0 }) == counts[0], names.last == 0 else {
      throw .modelDamaged(file.path, "it has not as many words as it says")
    }
    try checkUnigrams(
      ByteReader(try file.bytes(from: layout.unigrams, count: 12 * (counts[0] + 1)), of: file.path), counts)
  }

  /// Each single word: probability, back-off, and where the runs that begin with it start.
  private static func checkUnigrams(_ reader: ByteReader, _ counts: [Int]) throws(VoiceError) {
    guard counts.count > 1 else { return }
    var last = 0
    for index in 0...counts[0] {
      let next = Int(reader[wordAt: index * 12 + 8])
      guard next >= last, next <= counts[1] else {
        throw .modelDamaged(reader.path, "word \(index) in it leads nowhere")
      }
      last = next
    }
  }
}
