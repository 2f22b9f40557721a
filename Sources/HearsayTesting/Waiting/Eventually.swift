// SPDX-License-Identifier: Apache-2.0

/// Waits for something of which nobody tells: the state of the system or of another process, looked at every 10 ms.
///
/// What this process does itself is waited for by a hand-shake instead (`EventRecorder`, `Gate`, `ManualClock`).
///
/// - Parameters:
///   - limit: How long to wait.
///   - isDone: Looks.
/// - Returns: Whether it came within the limit.
/// - Throws: What `isDone` throws; `CancellationError` when the task is cancelled.
package func eventually(
  upTo limit: Duration = .seconds(60), _ isDone: () async throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while try await !isDone() {
    guard ContinuousClock.now < end else { return false }
    try await Task.sleep(for: .milliseconds(10))
  }
  return true
}
