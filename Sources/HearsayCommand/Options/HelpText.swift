// SPDX-License-Identifier: Apache-2.0

/// Puts help texts together out of what verbs say of themselves.
enum HelpText {
  static let exitCodes = """
    Exit codes: 0 done, 64 wrong usage, 66 input missing or unreadable, 69 service or device unavailable,
    70 internal failure, 77 permission denied.
    """

  /// The text of `hearsay VERB --help`.
  static func of(_ verb: any Verb.Type) -> String {
    let options = table((verb.options + CommandOption.common).map { ($0.spelling, $0.help) })
    return """
      Usage: hearsay \(verb.name) \(verb.synopsis)

      \(verb.summary)

      Options:
      \(options)

      \(verb.notes.isEmpty ? "" : verb.notes + "\n\n")\(exitCodes)
      """
  }

  /// The text of `hearsay --help`.
  static func ofProgram(_ verbs: [any Verb.Type]) -> String {
    """
    Usage: hearsay VERB [OPTION…]

    Hears and says: speech recognition and speech on Linux, with PipeWire, PocketSphinx and eSpeak NG.

    Verbs:
    \(table(verbs.map { ($0.name, $0.summary) }))

    Options:
    \(table([("--help", "Print this text; 'hearsay VERB --help' explains a verb."), ("--version", "Print the version.")]))

    \(exitCodes)
    """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }.joined(separator: "\n")
  }
}
