// SPDX-License-Identifier: Apache-2.0

/// A failure that the user has been told of already: only the exit code is left to give.
struct ReportedFailure: Error, Sendable, Equatable {
  let exitCode: ExitCode
}
