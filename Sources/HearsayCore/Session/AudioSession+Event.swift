// SPDX-License-Identifier: Apache-2.0

extension AudioSession {
  /// What a session tells about devices and interruptions.
  public enum Event: Sendable, Hashable {
    /// The route as it is: first in every subscription, and once when it is first known.
    case state(AudioRoute)
    /// A device came or went, or the default changed.
    case routeChanged(RouteChange)
    /// The audio server was lost, or is back.
    case interruption(Interruption)
    /// This subscriber did not read for so long that so many events were thrown away, the oldest ones.
    case eventsDropped(Int)
  }
}

extension AudioSession.Event: BroadcastEvent {
  package static func first(_ snapshot: AudioRoute) -> AudioSession.Event? { .state(snapshot) }

  package static func dropped(_ count: Int) -> AudioSession.Event? { .eventsDropped(count) }

  package func apply(to snapshot: inout AudioRoute) {
    switch self {
    case .state(let route): snapshot = route
    case .routeChanged(let change): snapshot = change.currentRoute
    case .interruption, .eventsDropped: break
    }
  }

  package func supersedes(_ earlier: AudioSession.Event) -> Bool { false }

  package var isExpendable: Bool { false }
}
