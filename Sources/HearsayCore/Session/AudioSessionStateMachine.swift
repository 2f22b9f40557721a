// SPDX-License-Identifier: Apache-2.0

/// What an `AudioSession` knows of the audio server, and what each fact means for its listeners: a pure state machine.
///
/// Facts are gathered until `ready`. The first time they become the state as it is; after a loss they are compared with
/// what was known before, and only the differences are told.
package struct AudioSessionStateMachine: Sendable {
  /// What to do, in order.
  package enum Action: Sendable, Hashable {
    /// Everything that is there is known now.
    case markReady
    case report(AudioSession.Event)
  }

  /// What to do after a watch has ended.
  package enum EndAction: Sendable, Hashable {
    case retry(after: Duration, [Action])
    /// Trying again is of no use.
    case fail(VoiceError)
  }

  private enum Phase {
    /// Before the first `ready`.
    case starting
    /// Facts are news.
    case live
    /// After a loss or an overflow: facts are gathered and compared at `ready`.
    case resyncing(isInterrupted: Bool)
  }

  private var phase = Phase.starting
  private var known = GraphSnapshot()
  private var gathered = GraphSnapshot()
  private var failedAttempts = 0

  package init() {}

  /// The default devices that are there.
  package var route: AudioRoute { known.route }

  /// The devices of one direction, ordered by their names.
  package func devices(_ direction: AudioDevice.Direction) -> [AudioDevice] { known.devices(direction) }

  /// A new watch will report everything from the start.
  package mutating func watchBegan() { gathered = GraphSnapshot() }

  package mutating func eventArrived(_ event: GraphEvent, at time: MonotonicTime) -> [Action] {
    if case .live = phase { return known.apply(event, at: time).map { .report(.routeChanged($0)) } }
    guard event == .ready else {
      _ = gathered.apply(event, at: time)
      return []
    }
    defer {
      phase = .live
      failedAttempts = 0
    }
    guard case .resyncing(let isInterrupted) = phase else {
      known = gathered
      return [.report(.state(known.route)), .markReady]
    }
    // The differences come first, so that whoever resumes at the end of the interruption finds the present route.
    var actions: [Action] = known.changes(to: gathered, at: time).map { .report(.routeChanged($0)) }
    known = gathered
    if isInterrupted {
      let end = Interruption(phase: .ended(shouldResume: true), reason: .serviceLost, time: time)
      actions.append(.report(.interruption(end)))
    }
    return actions + [.markReady]
  }

  /// The server was lost, or was not there.
  package mutating func watchFailed(_ error: VoiceError, at time: MonotonicTime) -> EndAction {
    if AudioSession.givesUp(after: error) { return .fail(error) }
    var actions: [Action] = []
    switch phase {
    case .starting: break
    case .live, .resyncing(isInterrupted: false):
      phase = .resyncing(isInterrupted: true)
      actions = [.report(.interruption(Interruption(phase: .began, reason: .serviceLost, time: time)))]
    case .resyncing(isInterrupted: true): break
    }
    return .retry(after: nextDelay(), actions)
  }

  /// So many facts came at once that some are missing: watch anew and compare.
  package mutating func eventsOverflowed() -> EndAction {
    if case .live = phase { phase = .resyncing(isInterrupted: false) }
    return .retry(after: nextDelay(), [])
  }

  /// Nobody watches any more: what a later watch reports is compared with what is known.
  package mutating func watchStopped() {
    failedAttempts = 0
    if case .live = phase { phase = .resyncing(isInterrupted: false) }
  }

  /// 100 ms after the first failure in a row, then twice as long each time, at most 5 s.
  private mutating func nextDelay() -> Duration {
    let delay = min(Duration.milliseconds(100 << min(failedAttempts, 6)), .seconds(5))
    failedAttempts += 1
    return delay
  }
}
