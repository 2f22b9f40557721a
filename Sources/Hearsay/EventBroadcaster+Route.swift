// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

extension EventBroadcaster<VoiceEvent> {
  /// Passes on what the audio session tells; of the state that it sends, only the route is its business.
  func sendRouteEvent(_ event: VoiceEvent) {
    guard case .state(let known) = event else { return send(event) }
    send { state in
      var state = state
      state.route = known.route
      return .state(state)
    }
  }
}
