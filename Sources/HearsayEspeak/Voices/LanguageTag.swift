// SPDX-License-Identifier: Apache-2.0

/// Writes language tags as BCP 47 wants them, and shortens them for a look-up.
enum LanguageTag {
  /// eSpeak NG's tags that are not BCP 47, and what they stand for.
  private static let corrections = ["en-us-nyc": "en-US-x-nyc", "piqd": "tlh-Piqd"]

  /// Scripts that a tag may name and a look-up may drop.
  private static let scripts: Set<String> = [
    "arab", "armn", "beng", "cyrl", "deva", "geor", "grek", "hang", "hans", "hant", "hebr", "jpan", "kore", "latn",
    "piqd", "thai",
  ]

  /// Gives `tag` its usual case: `en-us` → `en-US`, `fa-latn` → `fa-Latn`; what follows a singleton stays small.
  static func canonical(_ tag: String) -> String {
    if let correction = corrections[tag.lowercased()] { return correction }
    var isPrivate = false
    let parts = tag.split(separator: "-").enumerated().map { index, part in
      let small = part.lowercased()
      defer { isPrivate = isPrivate || part.count == 1 }
      if index == 0 || isPrivate { return small }
      if part.count == 2 { return small.uppercased() }
      if part.count == 4, part.first?.isLetter == true { return small.prefix(1).uppercased() + small.dropFirst() }
      return small
    }
    return parts.joined(separator: "-")
  }

  /// The shorter tags that serve when nothing has `tag`: without its region, without its script.
  ///
  /// None for anything but language, script and region, so that a mistyped name is not taken for a language.
  static func fallbacks(of tag: String) -> [String] {
    var parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter) else {
      return []
    }
    var fallbacks: [String] = []
    if let region = parts.last, parts.count > 1, isRegion(region) {
      parts.removeLast()
      fallbacks.append(parts.joined(separator: "-"))
    }
    if parts.count == 2, scripts.contains(parts[1]) {
      parts.removeLast()
      fallbacks.append(language)
    }
    return parts.count == 1 ? fallbacks : []
  }

  private static func isRegion(_ part: String) -> Bool {
    part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
  }
}
