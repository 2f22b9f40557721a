// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A dictionary of words and their phones, one entry a line.
///
/// The library leaves out entries that it does not understand; a file of something else would leave nothing.
enum PronunciationDictionary {
  /// How many entries are looked at: enough to tell a dictionary for these phones from anything else.
  private static let sample = 200

  /// Throws unless the file is a text whose first entries use phones that the acoustic model knows.
  static func check(_ path: String, phones: Set<String>) throws(VoiceError) {
    let bytes = try ModelFile(path).bytes()
    guard !ByteReader(bytes, of: path).containsZero else { throw .modelDamaged(path, "it is no text") }
    var entries = 0
    for line in bytes.prefix(65_536).split(separator: 0x0A).prefix(sample) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("##") || text.hasPrefix(";;") { continue }
      let words = text.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      // The last line of the part that was read may be cut short.
      guard words.count > 1, words.dropFirst().dropLast().allSatisfy({ phones.contains(String($0)) }),
        phones.contains(where: { $0.hasPrefix(words[words.count - 1]) })
      else {
        throw .modelDamaged(path, "its entry `\(text.prefix(60))` has phones that the acoustic model does not know")
      }
      entries += 1
    }
    guard entries > 0 else { throw .modelDamaged(path, "it has no entry") }
  }
}
