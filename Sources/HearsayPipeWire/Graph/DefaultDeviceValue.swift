// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  /// Reads the value under which a session manager stores a default device: a JSON object with one string, `name`.
  enum DefaultDeviceValue {
    /// The string behind `"name":`; `nil` when there is none.
    static func name(in json: String) -> String? {
      var rest = Substring(json)
      while let key = nextString(in: &rest) {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
        guard rest.first == ":" else { continue }
        rest.removeFirst()
        guard let value = nextString(in: &rest) else { return nil }
        if key == "name" { return value.isEmpty ? nil : value }
      }
      return nil
    }

    /// Takes the next quoted string out of `text`, with its escapes resolved.
    private static func nextString(in text: inout Substring) -> String? {
      guard let start = text.firstIndex(of: "\"") else { return nil }
      text = text[text.index(after: start)...]
      var string = ""
      while let character = text.popFirst() {
        switch character {
        case "\"": return string
        case "\\":
          guard let escaped = text.popFirst() else { return nil }
          string.append(resolved(escaped, in: &text))
        default: string.append(character)
        }
      }
      return nil
    }

    private static func resolved(_ escaped: Character, in text: inout Substring) -> Character {
      switch escaped {
      case "n": return "\n"
      case "t": return "\t"
      case "r": return "\r"
      case "b": return "\u{8}"
      case "f": return "\u{c}"
      case "u":
        let digits = text.prefix(4)
        text = text.dropFirst(4)
        guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return Character(scalar)
      default: return escaped
      }
    }
  }
#endif
