// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The voices that eSpeak NG has, and which of them a caller means.
struct VoiceCatalogue: Sendable {
  /// A language that a voice speaks; a smaller priority is a better match.
  struct RankedLanguage: Sendable {
    var tag: String
    var priority: Int
  }

  /// A voice as the library lists it.
  struct Entry: Sendable {
    var identifier: String
    var name: String
    var languages: [RankedLanguage]
    /// 1 is a man's voice, 2 a woman's, 0 neither.
    var gender: UInt8
  }

  /// American English, which every installation has.
  static let defaultVoice = "gmw/en-US"

  let voices: [Voice]
  private let entries: [Entry]
  private let variants: Set<String>

  init(entries: [Entry], variants: Set<String>) {
    self.entries = entries
    self.variants = variants
    voices = entries.map { entry in
      Voice(
        id: entry.identifier,
        name: entry.name.split { $0 == "_" || $0.isWhitespace }.joined(separator: " "),
        language: Self.language(of: entry),
        gender: entry.gender == 1 ? .male : entry.gender == 2 ? .female : .unspecified)
    }
  }

  /// What selects the voice that `name` means.
  ///
  /// - Parameter name: An identifier, a language tag or a voice's name; each may be followed by `+` and a variant.
  /// - Returns: An identifier, with the variant if there is one.
  /// - Throws: `invalid_argument` when no voice is meant by it.
  func selector(for name: String) throws(VoiceError) -> String {
    if let entry = entry(named: name) { return entry.identifier }
    if let plus = name.lastIndex(of: "+") {
      let variant = String(name[name.index(after: plus)...])
      if variants.contains(variant), let entry = entry(named: String(name[..<plus])) {
        return "\(entry.identifier)+\(variant)"
      }
    }
    throw VoiceError(
      .invalidArgument, .unknownVoice,
      "There is no voice \"\(name)\"; list the voices (`hearsay voices`, `voices()`) and give one's id "
        + "or a language tag such as en-US.")
  }

  /// The voice that `name` means; case does not matter.
  func entry(named name: String) -> Entry? {
    let wanted = name.lowercased()
    if let exact = entries.first(where: { $0.identifier.lowercased() == wanted }) { return exact }
    if let index = voices.firstIndex(where: { $0.name.lowercased() == wanted }) { return entries[index] }
    for tag in [wanted] + LanguageTag.fallbacks(of: wanted) {
      if let entry = best(for: tag) { return entry }
    }
    return nil
  }

  private func best(for tag: String) -> Entry? {
    if let index = voices.firstIndex(where: { $0.language.lowercased() == tag }) { return entries[index] }
    var best: (entry: Entry, priority: Int)?
    for entry in entries {
      guard let language = entry.languages.first(where: { $0.tag.lowercased() == tag }) else { continue }
      if best.map({ language.priority < $0.priority }) ?? true { best = (entry, language.priority) }
    }
    return best?.entry
  }

  /// The tag of the entry's first language; two voices of one language differ by what their identifiers add.
  private static func language(of entry: Entry) -> String {
    let tag = entry.languages.first?.tag ?? "und"
    let file = entry.identifier.split(separator: "/").last.map(String.init) ?? ""
    return LanguageTag.canonical(file.lowercased().hasPrefix(tag.lowercased() + "-") ? file : tag)
  }
}
