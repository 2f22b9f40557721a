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
          // With cycles of 5 ms a busy machine may miss some; what is lost must be told, and longer ones are never missed.
          if quantum > 256 { #expect(transcript.droppedFrames == 0) }
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
  }
}
