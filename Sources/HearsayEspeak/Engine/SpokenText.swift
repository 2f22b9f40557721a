// SPDX-License-Identifier: Apache-2.0

/// Makes text safe for eSpeak NG without moving a single scalar, so that word offsets stay right.
enum SpokenText {
  /// Replaces control characters by spaces: U+0000 would end the text, and U+0001 begins a command inside it that
  /// changes rate, pitch or voice.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
  }
}
