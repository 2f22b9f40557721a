// SPDX-License-Identifier: Apache-2.0

/// The words that follow a verb, taken apart: options by name, and operands in order.
///
/// Long options only, `--name VALUE` or `--name=VALUE`, before, between and behind the operands; `--` ends the options,
/// a lone `-` is an operand. Of an option that is given twice the last one counts.
struct CommandArguments: Sendable, Equatable {
  /// The verb that they belong to, named in every complaint.
  let verb: String
  /// What is no option.
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private var switches: Set<String> = []

  init(_ words: some Sequence<String>, verb: String, options: [CommandOption]) throws(UsageError) {
    self.verb = verb
    let known = options + CommandOption.common
    var words = Array(words)[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = word == "-h" ? "help" : String(parts[0].dropFirst(2))
      guard word.hasPrefix("--") || word == "-h", let option = known.first(where: { $0.name == name }) else {
        throw UsageError("The option '\(parts[0])' is unknown to '\(verb)'; \(Self.help(verb)).")
      }
      let inline = parts.count > 1 ? String(parts[1]) : nil
      if let placeholder = option.placeholder {
        guard let value = inline ?? words.popFirst() else {
          throw UsageError("The option '--\(name)' needs a value (\(placeholder)); \(Self.help(verb)).")
        }
        values[name] = value
      } else {
        guard inline == nil else {
          throw UsageError("The option '--\(name)' takes no value; write it without '='.")
        }
        switches.insert(name)
      }
    }
  }

  func has(_ option: CommandOption) -> Bool { switches.contains(option.name) }

  func value(_ option: CommandOption) -> String? { values[option.name] }

  /// The number given with an option.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - range: What the number may be.
  /// - Returns: The number; `nil` when the option was not given.
  /// - Throws: A sentence that names the option, the value and the range.
  func number(_ option: CommandOption, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = values[option.name] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        "The value '\(text)' of '--\(option.name)' is not a number from \(range.lowerBound) to \(range.upperBound); "
          + "\(Self.help(verb)).")
    }
    return number
  }

  /// Refuses operands, for a verb that takes none.
  func requireNoOperands() throws(UsageError) {
    guard let first = operands.first else { return }
    throw UsageError("The word '\(first)' is unexpected, because '\(verb)' takes options only; \(Self.help(verb)).")
  }

  static func help(_ verb: String) -> String { "see 'hearsay \(verb) --help'" }
}
