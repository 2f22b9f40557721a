// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("How a voice session leaves the app's tasks alone")
  struct ResponsivenessTests {
    @Test("four sessions that listen and one that speaks keep no task from running")
    func ticker() async throws {
      try await LiveSession.run { live in
        let listeners = (0..<4).map { _ in
          VoiceSession(VoiceConfiguration.standard(applicationName: "app", remote: live.server.socketPath))
        }
        for session in listeners { try await session.prepare() }
        var worst: [Duration] = []
        for _ in 0..<5 {
          for session in listeners { try await session.startListening() }
          let id = try await live.session.speak(Texts.long)
          try await live.events.start(of: id)
          let ticking = CancellationFlag()
          async let latest = Self.latestTick(until: ticking)
          try await live.server.play(Recording.numbers.samples, sampleRate: 16_000, into: "mic").finished()
          for session in listeners {
            let transcript = await session.stopListening()
            #expect(transcript.text == Recording.numbers.text)
          }
          ticking.raise()
          worst.append(try await latest)
          #expect(live.events.ends(of: id) == [])
          await live.session.cancelSpeech()
        }
        for session in listeners { await session.close() }
        print("the latest ticks of five runs: \(worst.map { "\($0 / .milliseconds(1)) ms" })")
        #expect(worst.sorted()[2] <= .seconds(1))
      }
    }

    /// Ticks every ten milliseconds and returns how late the latest tick was.
    @concurrent private static func latestTick(until end: CancellationFlag) async throws -> Duration {
      let clock = ContinuousClock()
      var latest = Duration.zero
      while !end.isRaised {
        let due = clock.now + .milliseconds(10)
        try await clock.sleep(until: due, tolerance: .zero)
        latest = max(latest, clock.now - due)
      }
      return latest
    }
  }
}
