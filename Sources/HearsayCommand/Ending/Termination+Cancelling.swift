// SPDX-License-Identifier: Apache-2.0

extension Termination {
  /// Runs `body` and cancels it when the program is asked to end.
  ///
  /// - Parameter body: What may wait for something that never comes.
  /// - Returns: What `body` returns; `nil` when the program was asked to end first.
  /// - Throws: What `body` throws.
  func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    if cause != nil { return nil }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        _ = await self.wait()
        return nil
      }
      group.addTask { try await body() }
      // Leaving cancels the other one; what it throws then is of no interest.
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
