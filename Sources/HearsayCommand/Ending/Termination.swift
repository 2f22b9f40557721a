// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Whether the program has been asked to end, and why; raised once, waited for by any number of tasks.
///
/// A lock instead of an actor, because it is raised from a plain thread and because a cancelled waiter must leave at
/// once.
final class Termination: Sendable {
  /// Who asked.
  enum Cause: Sendable, Equatable {
    /// SIGINT, SIGTERM or SIGHUP.
    case signal(Int32)
    /// The end of what is typed at a terminal.
    case endOfInput
    /// Nobody reads our output any more.
    case outputClosed
  }

  private struct State {
    var cause: Cause?
    var nextKey = 0
    /// Waiters by key; a key without a continuation was cancelled before it could wait.
    var waiters: [Int: CheckedContinuation<Cause?, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  /// Who asked first; `nil` as long as nobody has.
  var cause: Cause? { state.withLock { $0.cause } }

  /// Asks the program to end; only the first call counts.
  func raise(_ cause: Cause) {
    let waiters: [CheckedContinuation<Cause?, Never>] = state.withLock { state in
      guard state.cause == nil else { return [] }
      state.cause = cause
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: cause) }
  }

  /// Suspends until the program is asked to end.
  ///
  /// - Returns: Who asked; `nil` when the task is cancelled.
  func wait() async -> Cause? {
    let key = state.withLock { state in
      state.nextKey += 1
      return state.nextKey
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The cancellation handler may run before this: then its mark is found here.
        let answer: Cause?? = state.withLock { state in
          if state.cancelled.remove(key) != nil { return .some(nil) }
          if let cause = state.cause { return cause }
          state.waiters[key] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter: CheckedContinuation<Cause?, Never>? = state.withLock { state in
        if let waiter = state.waiters.removeValue(forKey: key) { return waiter }
        state.cancelled.insert(key)
        return nil
      }
      waiter?.resume(returning: nil)
    }
  }
}
