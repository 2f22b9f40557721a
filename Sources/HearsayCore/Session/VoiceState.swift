// SPDX-License-Identifier: Apache-2.0

/// What a voice session is doing at one moment.
public struct VoiceState: Sendable, Hashable {
  /// The session that is listening, from `ready` to its final; `nil` for none.
  public var listening: ListeningID?
  /// The utterance being spoken; `nil` for none.
  public var speaking: Utterance.ID?
  /// Whether the utterance being spoken is paused.
  public var isPaused: Bool
  /// The default devices.
  public var route: AudioRoute

  /// Makes a state.
  ///
  /// - Parameters:
  ///   - listening: The session that is listening.
  ///   - speaking: The utterance being spoken.
  ///   - isPaused: Whether the utterance being spoken is paused.
  ///   - route: The default devices.
  public init(
    listening: ListeningID? = nil, speaking: Utterance.ID? = nil, isPaused: Bool = false,
    route: AudioRoute = AudioRoute()
  ) {
    self.listening = listening
    self.speaking = speaking
    self.isPaused = isPaused
    self.route = route
  }
}
