// SPDX-License-Identifier: Apache-2.0

/// What `hearsay` can be told to do; one type and one file each.
protocol Verb: Sendable {
  /// The word on the command line.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What may follow the name, for the usage line.
  static var synopsis: String { get }
  /// The options beside those that every verb has.
  static var options: [CommandOption] { get }
  /// What else the help text says.
  static var notes: String { get }

  /// Understands the command line; does nothing else.
  init(_ arguments: CommandArguments) throws(UsageError)

  /// Does it, and returns when everything that it opened is closed again.
  ///
  /// - Throws: What went wrong, as `VoiceError`, or as `ReportedFailure` when it has been told already.
  func run(_ console: Console, until termination: Termination) async throws
}
