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
          #expect(transcript.droppedFrames == 0)
          let final = try await live.events.next { event in
            if case .transcript(let update) = event { update.isFinal && update.sessionID == id } else { false }
          }
          if case .transcript(let update) = final { #expect(update.text == transcript.text) }
        }
        let names = live.milestones
        #expect(names == Array(repeating: ["ptt://listening-ready", "ptt://transcript-final"], count: 3).flatMap { $0 })
        let partials = live.events.events.filter { $0.name == "ptt://transcript-partial" }
        #expect(partials.count >= 9)
      }
    }
  }
}
