// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayCommand

@Suite struct EventObjectTests {
  private let time = MonotonicTime(nanoseconds: 7)

  @Test("a partial has its text and no segments, a final has both")
  func transcripts() {
    let segment = TranscriptSegment(
      text: "go", words: [TranscriptWord(text: "go", range: .milliseconds(100)..<(.milliseconds(250)))],
      range: .zero..<(.seconds(1)))
    var update = TranscriptUpdate(
      sessionID: ListeningID(rawValue: 3), text: "go", isFinal: false, segments: [], sequenceNumber: 0,
      audioTime: .milliseconds(300), time: time)

    #expect(
      EventObject.of(.transcript(update)).line
        == #"{"event":"ptt://transcript-partial","payload":{"audioSeconds":0.3,"sequenceNumber":0,"sessionId":3,"#
        + #""text":"go","timeNanoseconds":7}}"#)

    update.isFinal = true
    update.segments = [segment]
    let line = EventObject.of(update, file: "a \"b\".wav").line
    #expect(line.contains(#""event":"ptt://transcript-final""#))
    #expect(line.contains(#"{"endSeconds":0.25,"startSeconds":0.1,"text":"go"}"#))
    #expect(line.contains(#""file":"a \"b\".wav""#))
  }

  @Test("events of speech carry the utterance, and what their kind adds")
  func synthesis() {
    func line(_ kind: SynthesisEvent.Kind) -> String {
      EventObject.of(
        .synthesis(SynthesisEvent(utteranceID: Utterance.ID(rawValue: 2), kind: kind, time: time))
      ).line
    }

    #expect(line(.started) == #"{"event":"ptt://tts-started","payload":{"timeNanoseconds":7,"utteranceId":2}}"#)
    #expect(
      line(.word(location: 4, length: 5))
        == #"{"event":"ptt://tts-word","payload":{"length":5,"location":4,"timeNanoseconds":7,"utteranceId":2}}"#)
    #expect(
      line(.ended(finished: false, spokenCharacters: 9))
        == #"{"event":"ptt://tts-ended","payload":{"finished":false,"spokenCharacters":9,"timeNanoseconds":7,"#
        + #""utteranceId":2}}"#)
  }

  @Test("an error has its code, its reason and its sentence, on one line whatever it says")
  func errors() {
    let error = VoiceError(.audioError, .noDevice, "No microphone:\nplug one in.")
    let line = EventObject.of(
      .error(error, sessionID: ListeningID(rawValue: 1), utteranceID: nil, time: time)
    ).line

    #expect(!line.contains("\n"))
    #expect(
      line
        == #"{"event":"ptt://error","payload":{"code":"audio_error","isRecoverable":false,"#
        + #""message":"No microphone:\nplug one in.","reason":"noDevice","sessionId":1,"timeNanoseconds":7,"#
        + #""utteranceId":null}}"#)
  }

  @Test("routes and interruptions name devices and reasons")
  func routes() {
    let mic = AudioDevice(id: "mic", direction: .input, description: "Mic", kind: .usb)
    let change = RouteChange(
      reason: .defaultChanged, device: mic, previousRoute: AudioRoute(), currentRoute: AudioRoute(input: mic),
      time: time)
    let device = #"{"description":"Mic","direction":"input","kind":"usb","name":"mic"}"#

    #expect(
      EventObject.of(.routeChanged(change)).line
        == #"{"event":"ptt://route-changed","payload":{"currentRoute":{"input":\#(device),"output":null},"#
        + #""device":\#(device),"previousRoute":{"input":null,"output":null},"reason":"defaultChanged","#
        + #""timeNanoseconds":7}}"#)
    #expect(
      EventObject.of(
        .interruption(Interruption(phase: .ended(shouldResume: true), reason: .serviceLost, time: time))
      ).line
        == #"{"event":"ptt://interruption","payload":{"phase":"ended","reason":"serviceLost","shouldResume":true,"#
        + #""timeNanoseconds":7}}"#)
  }
}
