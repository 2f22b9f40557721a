// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("Saying on a real graph")
  struct SayingTests {
    @Test("a spoken text is heard on the speaker from its first to its last sample")
    func heard() async throws {
      try await LiveSession.run { live in
        let recording = try await live.server.record("speaker")
        let id = try await live.session.speak("Hello there")
        _ = try await live.events.next { event in
          if case .synthesis(let event) = event, case .ended = event.kind { true } else { false }
        }
        let heard = try await recording.stop()

        #expect(live.milestones == ["ptt://tts-started", "ptt://tts-ended"])
        #expect(
          live.events.events.contains { event in
            if case .synthesis(let event) = event { event.utteranceID == id } else { false }
          })
        #expect((heard.samples.map(abs).max() ?? 0) > 0.05)
      }
    }
  }
}
