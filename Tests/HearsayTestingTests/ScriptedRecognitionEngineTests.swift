// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayTesting
import Testing

@Suite("ScriptedRecognitionEngine")
struct ScriptedRecognitionEngineTests {
  private let failure = VoiceError(.recognitionError, .engineFailed, "The scripted engine failed; try again.")

  private func chunk(_ count: Int, at index: Int = 0) -> AudioChunk {
    AudioChunk(samples: [Float](repeating: 0.5, count: count), sampleIndex: index, sampleRate: 16_000)
  }

  @Test("each utterance is understood as its script says, and the last script serves the rest")
  func scripts() throws {
    let engine = ScriptedRecognitionEngine([
      UtteranceScript([.init(after: 10, "go"), .init(after: 20, "go forward")]),
      UtteranceScript(final: Hypothesis(text: "stop")),
    ])
    var decoder: (any SpeechDecoder)? = try engine.makeDecoder()

    try decoder?.start()
    #expect(try decoder?.decode(chunk(9)) == .empty)
    #expect(try decoder?.decode(chunk(1, at: 9)).text == "go")
    #expect(try decoder?.decode(chunk(15, at: 10)).text == "go forward")
    #expect(try decoder?.finish().text == "go forward")
    for _ in 0..<2 {
      try decoder?.start()
      #expect(try decoder?.finish().text == "stop")
    }
    try decoder?.start()
    decoder?.cancel()
    decoder = nil

    #expect(engine.decodedSamples == 25)
    #expect(engine.audio.count == 25)
    #expect(
      engine.calls == [
        .makeDecoder, .start, .decode(samples: 9, at: 0), .decode(samples: 1, at: 9), .decode(samples: 15, at: 10),
        .finish, .start, .finish, .start, .finish, .start, .cancel, .release,
      ])
  }

  @Test("it fails at loading, starting, decoding and finishing where the script says so")
  func failures() throws {
    #expect(throws: failure) { _ = try ScriptedRecognitionEngine(loadError: failure).makeDecoder() }
    let engine = ScriptedRecognitionEngine([
      UtteranceScript(startError: failure), UtteranceScript(decodeError: failure, decodeErrorAfter: 10),
      UtteranceScript(finishError: failure),
    ])
    let decoder = try engine.makeDecoder()
    #expect(throws: failure) { try decoder.start() }
    try decoder.start()
    _ = try decoder.decode(chunk(10))
    #expect(throws: failure) { _ = try decoder.decode(chunk(1)) }
    #expect(engine.decodedSamples == 10)
    try decoder.start()
    #expect(throws: failure) { _ = try decoder.finish() }
  }

  @Test("loading, decoding and finishing block at their gates")
  func gates() async throws {
    let (load, decode, finish) = (BlockingGate(), BlockingGate(), BlockingGate())
    let engine = ScriptedRecognitionEngine(
      [UtteranceScript([.init(after: 1, "go")], decodeGate: decode, finishGate: finish)], loadGate: load)
    let results = EventRecorder<String>()
    let chunk = chunk(5)
    Thread.detachNewThread {
      do {
        let decoder = try engine.makeDecoder()
        try decoder.start()
        results.record(try decoder.decode(chunk).text)
        results.record(try decoder.finish().text)
      } catch {
        results.record("\(error)")
      }
    }
    for (gate, count) in [(load, 0), (decode, 0), (finish, 1)] {
      try await gate.waitForWaiters()
      #expect(results.events.count == count)
      gate.releaseOne()
    }
    #expect(try await results.waitUntil(count: 2) == ["go", "go"])
    try await engine.waitUntilDecoded(5)
    try await engine.wait { $0.last == .release }
  }
}
