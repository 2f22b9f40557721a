// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("Where the time goes on a real graph")
  struct LatencyTests {
    @Test("every stretch from microphone to text and from text to ear is in the report")
    func report() async throws {
      try await LiveSession.run { live in
        try await live.session.startListening()
        try await live.server.play(Recording.goforward.samples, sampleRate: 16_000, into: "mic").finished()
        let transcript = await live.session.stopListening()
        let id = try await live.session.speak("Hello there")
        #expect(try await live.events.end(of: id))

        let report = try #require(live.session.latencyReport())
        for path in LatencyPath.allCases {
          let statistics = try #require(report.paths[path], "\(path)")
          #expect(statistics.minimum >= .zero, "\(path)")
          #expect(statistics.maximum < .seconds(60), "\(path)")
        }
        #expect(report.listeningCount == 1 && report.utteranceCount == 1)
        #expect(report.decodedDuration + .milliseconds(1) >= transcript.audioDuration)
        #expect(report.droppedFrames == transcript.droppedFrames)
        #expect(try #require(report.realTimeFactor) > 0)
        // The chunks are cut from deliveries, so that a delivery has the capture behind it and the chunk before it.
        let delivery = try #require(report.paths[.captureToRing])
        #expect(delivery.count > 100)
        let usage = try #require(report.usage)
        #expect(usage.processorTime > .zero && usage.wakeUps > 0 && usage.peakMemory > 1_000_000)
      }
    }
  }
}
