// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// A value behind a lock, and tasks that wait for it to be as they want: the hand-shake under every double.
///
/// Waiters are asked in the order in which they came, each time the value changes; they are resumed after unlock.
final class Observed<State: Sendable>: Sendable {
  private struct Waiter: Sendable {
    let id: UInt64
    /// Looks at the state, may take something out of it, and says how to resume when it is content.
    let attempt: @Sendable (inout State) -> (@Sendable () -> Void)?
    let cancel: @Sendable () -> Void
  }

  private struct Guarded: Sendable {
    var state: State
    var waiters: [Waiter] = []
    var cancelled: Set<UInt64> = []
    var nextID: UInt64 = 0

    /// Asks every waiter until none is content any more: one may have made the state right for an earlier one.
    mutating func contentWaiters() -> [@Sendable () -> Void] {
      var resumptions: [@Sendable () -> Void] = []
      var index = 0
      while index < waiters.count {
        if let resume = waiters[index].attempt(&state) {
          resumptions.append(resume)
          waiters.remove(at: index)
          index = 0
        } else {
          index += 1
        }
      }
      return resumptions
    }
  }

  private let guarded: Locked<Guarded>

  init(_ state: State) { guarded = Locked(Guarded(state: state)) }

  var value: State { guarded.withLock { $0.state } }

  /// Changes the state, then resumes whoever waited for that.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout State) -> Result) -> Result {
    let (result, resumptions) = guarded.withLock { guarded in
      let result = change(&guarded.state)
      return (result, guarded.contentWaiters())
    }
    for resume in resumptions { resume() }
    return result
  }

  /// Suspends until `attempt` returns a value; it runs with the lock held and may change the state.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait<Result: Sendable>(_ attempt: @escaping @Sendable (inout State) -> Result?) async throws -> Result {
    let id = guarded.withLock { guarded in
      guarded.nextID += 1
      return guarded.nextID
    }
    // A cancellation that came first has left its mark; it goes with the wait.
    defer { _ = guarded.withLock { $0.cancelled.remove(id) } }
    return try await withTaskCancellationHandler {
      try await suspend(id, attempt)
    } onCancel: {
      cancelWait(id)
    }
  }

  /// The same with a time limit, so that a broken test fails instead of hanging.
  ///
  /// - Throws: `audio_error` with the words of `complaint` about the state when the limit has passed.
  func wait<Result: Sendable>(
    upTo limit: Duration, complaint: @escaping @Sendable (State) -> String,
    _ attempt: @escaping @Sendable (inout State) -> Result?
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await self.wait(attempt) }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      if let first = try await group.next(), let result = first { return result }
      throw VoiceError(.audioError, .timeLimit, "\(complaint(value)) (waited \(limit)).")
    }
  }

  private func suspend<Result: Sendable>(
    _ id: UInt64, _ attempt: @escaping @Sendable (inout State) -> Result?
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
      let waiter = Waiter(
        id: id,
        attempt: { state in
          guard let result = attempt(&state) else { return nil }
          return { continuation.resume(returning: result) }
        },
        cancel: { continuation.resume(throwing: CancellationError()) })
      let resumptions: [@Sendable () -> Void] = guarded.withLock { guarded in
        if guarded.cancelled.contains(id) { return [waiter.cancel] }
        guarded.waiters.append(waiter)
        return guarded.contentWaiters()
      }
      for resume in resumptions { resume() }
    }
  }

  private func cancelWait(_ id: UInt64) {
    let cancel: (@Sendable () -> Void)? = guarded.withLock { guarded in
      if let index = guarded.waiters.firstIndex(where: { $0.id == id }) {
        return guarded.waiters.remove(at: index).cancel
      }
      guarded.cancelled.insert(id)
      return nil
    }
    cancel?()
  }
}

extension VoiceError.Reason {
  /// Something that a test waited for did not happen within its time limit.
  public static let timeLimit = VoiceError.Reason(rawValue: "timeLimit")
}
