// SPDX-License-Identifier: Apache-2.0

/// Lets any number of tasks sleep until all are resumed at once; each wakes up by its own cancellation as well.
///
/// Nothing is latched: an actor looks and then waits without a suspension in between, and resumes on the same actor.
package final class WaitingTasks: Sendable {
  private struct State: Sendable {
    var sleeping: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// Tasks that were cancelled before they slept.
    var cancelled: Set<UInt64> = []
    var lastID: UInt64 = 0
  }

  private let state = Locked(State())

  package init() {}

  /// How many tasks sleep.
  package var count: Int { state.withLock { $0.sleeping.count } }

  /// Wakes up whoever sleeps.
  package func resumeAll() {
    let sleeping = state.withLock { state in
      defer { state.sleeping = [:] }
      return Array(state.sleeping.values)
    }
    for continuation in sleeping { continuation.resume() }
  }

  /// Sleeps until `resumeAll()` or the task's cancellation; may return early.
  package func wait() async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    // A cancellation that came first, or too late, has left its mark; it goes with the wait.
    defer { _ = state.withLock { $0.cancelled.remove(id) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(id) { return true }
          state.sleeping[id] = continuation
          return false
        }
        if isCancelled { continuation.resume() }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      if let continuation = state.sleeping.removeValue(forKey: id) { return continuation }
      state.cancelled.insert(id)
      return nil
    }
    continuation?.resume()
  }
}
