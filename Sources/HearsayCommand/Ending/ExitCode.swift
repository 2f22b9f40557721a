// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// What the program tells the shell; the numbers are those of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case done = 0
  /// The command line was wrong.
  case usage = 64
  /// An input file is missing or unreadable.
  case noInput = 66
  /// No audio server, no device, no model: something that has to be there is not.
  case unavailable = 69
  /// An engine or we ourselves failed.
  case software = 70
  /// The audio server or the system denies access.
  case noPermission = 77

  /// The code for an error.
  init(for error: VoiceError) {
    self =
      switch (error.code, error.reason) {
      case (.permissionDenied, _), (_, .accessDenied): .noPermission
      case (.recognitionError, .engineFailed), (.synthesisError, .engineFailed): .software
      case (.recognitionError, .unspecified), (.synthesisError, .unspecified): .software
      case (.recognitionError, _), (.synthesisError, _): .unavailable
      case (_, .fileNotFound), (_, .fileUnreadable): .noInput
      case (.invalidArgument, .unknownDevice): .unavailable
      case (.invalidArgument, .closed): .software
      case (.invalidArgument, _): .usage
      case (.audioError, _), (.interrupted, _), (.routeChanged, _), (.notSupported, _), (.busy, _): .unavailable
      default: .software
      }
  }
}
