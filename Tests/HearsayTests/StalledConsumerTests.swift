// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("A recognizer that stands still")
  struct StalledConsumerTests {
    @Test("what a graph goes on to give and does not fit is told once, and the rest is understood")
    func stalled() async throws {
      let engine = StallingEngine()
      try await LiveSession.run(recognition: engine) { live in
        // The sentence of 2.9 s fits, what is played after it does not.
        let id = try await live.session.startListening(ListeningOptions(bufferDuration: .seconds(4)))
        try await live.server.play(Recording.goforward.samples, sampleRate: 16_000, into: "mic").finished()
        try await engine.gate.waitForWaiters()
        let noise = (0..<3 * 16_000).map { index in Float(index % 7) / 100 }
        try await live.server.play(noise, sampleRate: 16_000, into: "mic").finished()
        engine.gate.open()
        let transcript = await live.session.stopListening()

        let captured = Int((transcript.audioDuration / .microseconds(1) * 16 / 1_000).rounded())
        let decoded = engine.decoded.withLock { $0 }
        print("captured \(captured), decoded \(decoded), dropped \(transcript.droppedFrames)")
        #expect(transcript.text == Recording.goforward.text)
        #expect(transcript.droppedFrames > 16_000)
        #expect(captured == decoded)
        #expect(live.reportedDrops(of: id) == transcript.droppedFrames)
        let overflows = live.events.events.filter { event in
          guard case .inputWarning(let warning) = event, case .dropped(let frames, _) = warning.kind else {
            return false
          }
          return frames > 16_000
        }
        #expect(overflows.count == 1)
      }
    }
  }
}
