// SPDX-License-Identifier: Apache-2.0

import Hearsay
import Testing

@Suite("The names on the wire")
struct WireNamesTests {
  @Test("the error codes are the promised words")
  func codes() {
    let codes: [VoiceError.Code] = [
      .permissionDenied, .interrupted, .routeChanged, .audioError, .recognitionError, .synthesisError, .notSupported,
      .invalidArgument, .busy,
    ]

    #expect(
      codes.map(\.rawValue) == [
        "permission_denied", "interrupted", "route_changed", "audio_error", "recognition_error", "synthesis_error",
        "not_supported", "invalid_argument", "busy",
      ])
  }

  @Test("every event has its promised name")
  func events() {
    let session = ListeningID(rawValue: 1)
    let utterance = Utterance.ID(rawValue: 1)
    let partial = TranscriptUpdate(
      sessionID: session, text: "go", isFinal: false, segments: [], sequenceNumber: 0, audioTime: .zero)
    var final = partial
    final.isFinal = true
    let route = AudioRoute()
    let events: [(VoiceEvent, String)] = [
      (.state(VoiceState()), "ptt://state"),
      (.listeningReady(session, time: .now), "ptt://listening-ready"),
      (.transcript(partial), "ptt://transcript-partial"),
      (.transcript(final), "ptt://transcript-final"),
      (.synthesis(SynthesisEvent(utteranceID: utterance, kind: .started)), "ptt://tts-started"),
      (.synthesis(SynthesisEvent(utteranceID: utterance, kind: .word(location: 0, length: 1))), "ptt://tts-word"),
      (
        .synthesis(SynthesisEvent(utteranceID: utterance, kind: .ended(finished: true, spokenCharacters: 1))),
        "ptt://tts-ended"
      ),
      (
        .routeChanged(
          RouteChange(reason: .defaultChanged, device: nil, previousRoute: route, currentRoute: route)),
        "ptt://route-changed"
      ),
      (.interruption(Interruption(phase: .began, reason: .serviceLost)), "ptt://interruption"),
      (
        .inputWarning(InputWarning(sessionID: session, kind: .dropped(frames: 1, at: .zero))),
        "ptt://input-warning"
      ),
      (
        .error(VoiceError(.busy, .queueFull, "The queue is full."), sessionID: nil, utteranceID: nil, time: .now),
        "ptt://error"
      ),
      (.eventsDropped(1), "ptt://events-dropped"),
    ]

    for (event, name) in events { #expect(event.name == name) }
  }

  @Test("an error says its code, its reason and its sentence in one line")
  func errorDescription() {
    let error = VoiceError(.audioError, .noDevice, "There is no microphone; connect one.")

    #expect(error.description == "audio_error (noDevice): There is no microphone; connect one.")
  }
}
