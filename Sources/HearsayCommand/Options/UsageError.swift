// SPDX-License-Identifier: Apache-2.0

/// A command line that cannot be understood; the message is one sentence that names the word and the way out.
struct UsageError: Error, Sendable, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
