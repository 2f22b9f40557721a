// SPDX-License-Identifier: Apache-2.0

/// Lets one task sleep until another thread says that there is something to look at.
///
/// The signal is latched: one that comes while nobody waits ends the next wait at once, and several count as one. So the
/// waiter looks, then waits, and misses nothing. Signalling takes a lock and may resume a task: it is not for the
/// audio server's real-time thread.
public final class WakeSignal: Sendable {
  private enum State {
    case idle
    case signalled
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Locked(State.idle)

  /// Makes a signal that has not been given.
  public init() {}

  /// Ends the present wait, or the next one.
  public func signal() {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      if case .waiting(let continuation) = state {
        state = .idle
        return continuation
      }
      state = .signalled
      return nil
    }
    waiter?.resume()
  }

  /// Suspends until the signal is given or the task is cancelled.
  ///
  /// One task at a time may wait; a second one ends the first one's wait.
  public func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let resumed: CheckedContinuation<Void, Never>? = state.withLock { state in
          switch state {
          case .signalled:
            state = .idle
            return continuation
          case .idle:
            state = .waiting(continuation)
            return nil
          case .waiting(let earlier):
            state = .waiting(continuation)
            return earlier
          }
        }
        resumed?.resume()
      }
    } onCancel: {
      // Latched like any signal: a cancellation that comes before the wait ends it as well.
      signal()
    }
  }
}
