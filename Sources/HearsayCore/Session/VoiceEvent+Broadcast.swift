// SPDX-License-Identifier: Apache-2.0

extension VoiceEvent: BroadcastEvent {
  package static func first(_ snapshot: VoiceState) -> VoiceEvent? { .state(snapshot) }

  package static func dropped(_ count: Int) -> VoiceEvent? { .eventsDropped(count) }

  package func apply(to snapshot: inout VoiceState) {
    switch self {
    case .listeningReady(let id, _): snapshot.listening = id
    case .transcript(let update) where update.isFinal:
      if snapshot.listening == update.sessionID { snapshot.listening = nil }
    case .synthesis(let event):
      switch event.kind {
      case .started: snapshot.speaking = event.utteranceID
      case .paused: snapshot.isPaused = true
      case .continued: snapshot.isPaused = false
      case .ended where snapshot.speaking == event.utteranceID:
        snapshot.speaking = nil
        snapshot.isPaused = false
      case .word, .ended: break
      }
    case .routeChanged(let change): snapshot.route = change.currentRoute
    case .state(let state): snapshot = state
    case .transcript, .interruption, .inputWarning, .error, .eventsDropped: break
    }
  }

  package func supersedes(_ earlier: VoiceEvent) -> Bool {
    guard case .transcript(let newer) = self, case .transcript(let older) = earlier else { return false }
    return !newer.isFinal && !older.isFinal && newer.sessionID == older.sessionID
  }

  package var isExpendable: Bool {
    switch self {
    case .transcript(let update): !update.isFinal
    case .synthesis(let event): if case .word = event.kind { true } else { false }
    default: false
    }
  }
}
