// SPDX-License-Identifier: Apache-2.0

/// Everything that an app is told, in one type.
public enum VoiceEvent: Sendable, Hashable {
  /// The state as it is: the first event of every subscription, and again when the devices are first known.
  case state(VoiceState)
  /// The first captured frame arrived and the recognizer is loaded: the moment to show "speak now".
  case listeningReady(ListeningID, time: MonotonicTime)
  /// A live or final result.
  case transcript(TranscriptUpdate)
  /// Progress or end of an utterance.
  case synthesis(SynthesisEvent)
  /// A device came or went, or the default changed.
  case routeChanged(RouteChange)
  /// The audio was taken away, or is back.
  case interruption(Interruption)
  /// Something is wrong with the captured audio; listening goes on.
  case inputWarning(InputWarning)
  /// Something failed that no caller was waiting for.
  case error(VoiceError, sessionID: ListeningID?, utteranceID: Utterance.ID?, time: MonotonicTime)
  /// This subscriber did not read for so long that so many events were thrown away, the oldest ones.
  case eventsDropped(Int)

  /// The name on the wire, for example `ptt://transcript-partial`.
  public var name: String {
    switch self {
    case .state: "ptt://state"
    case .listeningReady: "ptt://listening-ready"
    case .transcript(let update): update.isFinal ? "ptt://transcript-final" : "ptt://transcript-partial"
    case .synthesis(let event):
      switch event.kind {
      case .started: "ptt://tts-started"
      case .word: "ptt://tts-word"
      case .paused: "ptt://tts-paused"
      case .continued: "ptt://tts-continued"
      case .ended: "ptt://tts-ended"
      }
    case .routeChanged: "ptt://route-changed"
    case .interruption: "ptt://interruption"
    case .inputWarning: "ptt://input-warning"
    case .error: "ptt://error"
    case .eventsDropped: "ptt://events-dropped"
    }
  }
}
