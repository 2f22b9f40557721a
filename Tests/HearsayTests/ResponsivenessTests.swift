// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("How a voice session leaves the app's tasks alone")
  struct ResponsivenessTests {
    @Test("four recognizers and a voice at work keep no task from running")
    func ticker() async throws {
      let recognizers = (0..<4).map { _ in Recognizer(engine: VoiceConfiguration.standardRecognition) }
      for recognizer in recognizers { try await recognizer.prepare() }
      let samples = try Recording.goforward.samples
      var worst: [Duration] = []
      for _ in 0..<5 {
        let latest = try await withThrowingTaskGroup(of: Duration?.self) { group in
          for recognizer in recognizers {
            group.addTask {
              _ = try await recognizer.transcribe(PacedChunks(samples: samples))
              return nil
            }
          }
          group.addTask {
            let renderer = SpeechRenderer(synthesizer: VoiceConfiguration.standardSynthesizer())
            for try await _ in renderer.render(Utterance(String(Texts.long.prefix(7000)))) {}
            return nil
          }
          let ticking = CancellationFlag()
          group.addTask { try await Self.latestTick(until: ticking) }
          for _ in 0..<5 { _ = try await group.next() }
          ticking.raise()
          return try await group.next() ?? nil
        }
        worst.append(latest ?? .zero)
      }
      for recognizer in recognizers { await recognizer.close() }
      print("the latest ticks of five runs: \(worst.map { "\($0 / .milliseconds(1)) ms" })")
      #expect(worst.sorted()[2] <= .seconds(1))
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

/// Samples at 16 kHz as chunks of 20 ms, each when it would have been captured.
private struct PacedChunks: AsyncSequence, Sendable {
  let samples: [Float]

  struct AsyncIterator: AsyncIteratorProtocol {
    let samples: [Float]
    let began = ContinuousClock.now
    var index = 0

    mutating func next() async throws -> AudioChunk? {
      guard index < samples.count else { return nil }
      defer { index += 320 }
      try await ContinuousClock().sleep(until: began + .microseconds((index + 320) * 1_000 / 16), tolerance: nil)
      return AudioChunk(
        samples: Array(samples[index..<Swift.min(index + 320, samples.count)]), sampleIndex: index, sampleRate: 16_000,
        capturedAt: .now)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(samples: samples) }
}
