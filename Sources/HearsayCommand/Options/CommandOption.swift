// SPDX-License-Identifier: Apache-2.0

/// One long option of a verb, from which both the parser and the help text are made.
struct CommandOption: Sendable, Equatable {
  /// The name, without the dashes.
  let name: String
  /// What stands for the value in the help text; `nil` for a switch.
  let placeholder: String?
  /// What it does, in one line.
  let help: String

  init(_ name: String, _ placeholder: String? = nil, _ help: String) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
  }

  /// The option as it is typed.
  var spelling: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }

  static let json = CommandOption("json", nil, "Print one JSON object a line.")
  static let verbose = CommandOption("verbose", nil, "Let the C libraries say on stderr what they do.")
  static let help = CommandOption("help", nil, "Print this text.")

  /// What every verb understands.
  static let common = [json, verbose, help]
}
