// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Carries one value from whoever gives it first to the task that awaits it.
final class HandOver<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Value?, Never>)
    case given
  }

  private let state = Locked(State.empty)

  /// Registers the task that awaits the value.
  ///
  /// - Parameter continuation: The task. It is resumed here when nothing was given first.
  /// - Returns: Whether the value is still to come; false when the wait was ended before it began.
  func await(_ continuation: CheckedContinuation<Value?, Never>) -> Bool {
    let isPending = state.withLock { state in
      guard case .empty = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isPending { continuation.resume(returning: nil) }
    return isPending
  }

  /// Gives the value, or ends the wait with `nil`; only the first call counts.
  func give(_ value: Value?) {
    let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
      defer { state = .given }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    waiter?.resume(returning: value)
  }
}
