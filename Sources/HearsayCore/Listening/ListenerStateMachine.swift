// SPDX-License-Identifier: Apache-2.0

/// Which listening session there is: a pure state machine, whose `Run` is a session's handle.
///
/// A session is *active* from its start request until it begins to end, then *ending* until its final is out. Only one
/// is active; a new one may start while an older one is ending, and waits for it before it decodes.
struct ListenerStateMachine<Run: Sendable>: Sendable {
  private enum State {
    case idle
    case active(Run)
    case ending(Run)
    /// Accepts nothing any more; the run may still be ending.
    case closed(Run?)
  }

  enum StartAction {
    /// Run it, after `previous` has ended.
    case run(after: Run?)
    case refuseBusy
    case refuseClosed
  }

  enum StopAction {
    /// Ask the session to stop (again), and wait for its end.
    case stop(Run)
    /// Nothing is listening; the last session's transcript is the answer.
    case answer(Transcript)
  }

  private var state = State.idle
  private var last = Transcript.empty

  mutating func startRequested(_ run: Run) -> StartAction {
    switch state {
    case .idle:
      state = .active(run)
      return .run(after: nil)
    case .ending(let previous):
      state = .active(run)
      return .run(after: previous)
    case .active: return .refuseBusy
    case .closed: return .refuseClosed
    }
  }

  mutating func stopRequested() -> StopAction {
    switch state {
    case .active(let run), .ending(let run), .closed(let run?): .stop(run)
    case .idle, .closed(nil): .answer(last)
    }
  }

  /// The session takes no more audio; `isCurrent` tells whether the run is the one the machine knows.
  mutating func runIsEnding(isCurrent: (Run) -> Bool) {
    if case .active(let run) = state, isCurrent(run) { state = .ending(run) }
  }

  /// The session's final is out.
  ///
  /// A session that never became ready leaves the last transcript as it is.
  mutating func runEnded(_ transcript: Transcript?, isCurrent: (Run) -> Bool) {
    if let transcript { last = transcript }
    switch state {
    case .active(let run) where isCurrent(run), .ending(let run) where isCurrent(run): state = .idle
    case .closed(let run?) where isCurrent(run): state = .closed(nil)
    case .idle, .active, .ending, .closed: break
    }
  }

  /// Returns the session to end, if there is one.
  mutating func closeRequested() -> Run? {
    switch state {
    case .active(let run), .ending(let run), .closed(let run?):
      state = .closed(run)
      return run
    case .idle, .closed(nil):
      state = .closed(nil)
      return nil
    }
  }

  /// The session that has not begun to end.
  var activeRun: Run? { if case .active(let run) = state { run } else { nil } }
}
