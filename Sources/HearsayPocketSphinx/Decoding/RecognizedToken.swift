// SPDX-License-Identifier: Apache-2.0

/// One token of PocketSphinx's output, as a person would write it.
enum RecognizedToken {
  /// The word without its pronunciation mark (`or(2)` is `or`); `nil` for a filler such as `<sil>` or `[NOISE]`.
  static func word(_ token: some StringProtocol) -> String? {
    if token.isEmpty || token.hasPrefix("<") && token.hasSuffix(">") { return nil }
    if token.hasPrefix("[") && token.hasSuffix("]") { return nil }
    if token.hasPrefix("++") && token.hasSuffix("++") { return nil }
    guard token.hasSuffix(")"), let mark = token.lastIndex(of: "("), mark > token.startIndex else {
      return String(token)
    }
    let number = token[token.index(after: mark)...].dropLast()
    return number.isEmpty || number.contains { !$0.isNumber } ? String(token) : String(token[..<mark])
  }

  /// The words of a whole hypothesis, joined by single spaces.
  static func text(_ hypothesis: String) -> String {
    hypothesis.split(separator: " ").compactMap { word($0) }.joined(separator: " ")
  }
}
