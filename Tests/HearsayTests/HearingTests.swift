// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("Hearing on a real graph")
  struct HearingTests {
    @Test("speech into the microphone comes out as partials and one right final", arguments: [256, 1024, 8192])
    func quantum(_ quantum: Int) async throws {
      try await LiveSession.run(.init(microphones: ["mic"], speakers: ["speaker"], quantum: quantum)) { live in
        for recording in Recording.allCases {
          let id = try await live.session.startListening()
          let playing = try await live.server.play(recording.samples, sampleRate: 16_000, into: "mic")
          try await playing.finished()
          let transcript = await live.session.stopListening()

          #expect(transcript.text == recording.text)
          // Before and after the sound a busy machine may miss cycles; what is lost must be told.
          #expect(transcript.droppedFrames == live.reportedDrops(of: id))
          let final = try await live.events.next { event in
            if case .transcript(let update) = event { update.isFinal && update.sessionID == id } else { false }
          }
          if case .transcript(let update) = final { #expect(update.text == transcript.text) }
        }
        let names = live.milestones.filter { $0 != "ptt://input-warning" }
        let expected = ["ptt://listening-ready", "ptt://transcript-final"]
        #expect(names == expected + expected + expected)
        let partials = live.events.events.filter { $0.name == "ptt://transcript-partial" }
        #expect(partials.count >= 9)
      }
    }

    @Test("a stop right behind the last word has the complete text")
    func stopAtOnce() async throws {
      try await LiveSession.run(.init(microphones: ["mic"], speakers: ["speaker"], quantum: 1024)) { live in
        try await live.session.prepare()
        for round in 0..<3 {
          let id = try await live.session.startListening()
          try await live.server.play(Recording.goforward.words, sampleRate: 16_000, into: "mic").finished()
          let transcript = await live.session.stopListening()
          #expect(transcript.text == Recording.goforward.text, "round \(round)")
          #expect(transcript.droppedFrames == live.reportedDrops(of: id))
        }
      }
    }

    @Test("ten seconds of nothing are one empty final and no error")
    func nothing() async throws {
      try await LiveSession.run { live in
        let id = try await live.session.startListening()
        let recording = try await live.server.record("mic")
        try await recording.wait(forMoreFrames: 480_000)
        _ = try await recording.stop()
        let transcript = await live.session.stopListening()
        #expect(transcript.text == "")
        #expect(transcript.audioDuration > .seconds(9))
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(live.events.finals(of: id).map(\.text) == [""])
        // Cycles that a busy machine missed are told, and no fault.
        let names = live.milestones.filter { $0 != "ptt://input-warning" }
        #expect(names == ["ptt://listening-ready", "ptt://transcript-final"])
      }
    }
  }
}
