// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

extension EventBroadcaster<VoiceEvent> {
  /// Passes on what the utterance queue tells.
  func forward(_ event: SynthesisQueue.Event) {
    switch event {
    case .synthesis(let event): send(.synthesis(event))
    case .failure(let error, let id, let time): send(.error(error, sessionID: nil, utteranceID: id, time: time))
    }
  }

  /// Passes on what the audio session tells; the route, when it is first known, as a new state.
  func forward(_ event: AudioSession.Event) {
    switch event {
    case .state(let route):
      send { state in
        var state = state
        state.route = route
        return .state(state)
      }
    case .routeChanged(let change): send(.routeChanged(change))
    case .interruption(let interruption): send(.interruption(interruption))
    case .eventsDropped: break  // told to the session's own subscribers only
    }
  }
}
