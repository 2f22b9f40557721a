// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite("Recognizer")
struct RecognizerTests {
  private static let script = UtteranceScript(
    [.init(after: 320, "go"), .init(after: 640, "go forward")], final: Hypothesis(text: "go forward ten"))

  private static func chunk(_ number: Int, rate: Int = 16_000) -> AudioChunk {
    AudioChunk(samples: Array(repeating: 0.5, count: 320), sampleIndex: 320 * number, sampleRate: rate)
  }

  /// That many chunks, then a wait at the gate if there is one, then the end.
  private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    let count: Int
    var gate: Gate?
    var next = 0

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async -> AudioChunk? {
      defer { next += 1 }
      if next < count { return chunk(next) }
      try? await gate?.wait()
      return nil
    }
  }

  @Test("audio of one's own is processed, tapped and recognised to its end")
  func transcribe() async throws {
    let engine = ScriptedRecognitionEngine([Self.script])
    let recognizer = Recognizer(engine: engine)
    let tap = AudioTap()
    let tapped = EventRecorder.recording(tap.chunks)
    var updates: [String] = []

    let transcript = try await recognizer.transcribe(
      Chunks(count: 3), through: [GainProcessor(gain: 0.5)], taps: [tap], onUpdate: { updates.append($0.text) })

    tap.finish()
    #expect(transcript.text == "go forward ten")
    #expect(updates == ["go", "go forward", "go forward ten"])
    #expect(engine.audio == Array(repeating: 0.25, count: 960))
    #expect(try await tapped.waitUntilFinished().map(\.sampleIndex) == [0, 320, 640])
    await recognizer.close()
  }

  @Test("a transcription whose task is cancelled throws and leaves the recognizer free")
  func cancelled() async throws {
    let engine = ScriptedRecognitionEngine([Self.script])
    let recognizer = Recognizer(engine: engine)
    let waiting = Gate()
    let task = Task { try await recognizer.transcribe(Chunks(count: 0, gate: waiting)) }
    try await waiting.waitForWaiters()

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(engine.calls.last == .cancel)
    #expect(try await recognizer.transcribe(Chunks(count: 1)).text == "go forward ten")
    await recognizer.close()
  }

  @Test("a recognizer that serves somebody is busy for others, and disturbs nobody")
  func busy() async throws {
    let recognizer = Recognizer(engine: ScriptedRecognitionEngine([Self.script]))
    let waiting = Gate()
    let first = Task { try await recognizer.transcribe(Chunks(count: 1, gate: waiting)) }
    try await waiting.waitForWaiters()

    let error = await #expect(throws: VoiceError.self) { try await recognizer.transcribe(Chunks(count: 1)) }
    #expect(error?.code == .busy)
    waiting.open()

    #expect(try await first.value.text == "go forward ten")
    await recognizer.close()
  }

  @Test("audio at another rate than the engine's is refused by both rates")
  func otherRate() async throws {
    let recognizer = Recognizer(engine: ScriptedRecognitionEngine([Self.script]))
    try await recognizer.begin()

    let error = await #expect(throws: VoiceError.self) {
      try await recognizer.process(Self.chunk(0, rate: 44_100))
    }

    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("44100") == true && error?.message.contains("16000") == true)
    await recognizer.close()
  }

  @Test("a closed recognizer has no thread left and loads again when it is used")
  func closed() async throws {
    let engine = ScriptedRecognitionEngine([Self.script])
    let recognizer = Recognizer(engine: engine)

    for _ in 0..<3 {
      #expect(try await recognizer.transcribe(Chunks(count: 1)).text == "go forward ten")
      await recognizer.close()
    }

    #expect(engine.calls.filter { $0 == .makeDecoder }.count == 3)
    #expect(engine.calls.filter { $0 == .release }.count == 3)
  }
}
