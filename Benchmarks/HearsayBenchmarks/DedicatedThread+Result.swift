// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

extension DedicatedThread {
  /// Runs `body` on the thread and returns its result.
  func result<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in run { continuation.resume(returning: body()) } }
  }
}
