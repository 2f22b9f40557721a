// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

/// What goes wrong in a listening session, and what it says then, on scripted parts.
@Suite("Listener, when something goes wrong")
struct ListenerFailureTests {
  private static let routeChanged = VoiceError(.routeChanged, .deviceRemoved, "The microphone is gone; plug it in.")
  private static let interrupted = VoiceError(.interrupted, .serviceUnavailable, "The server is gone; start it.")
  private static let failed = VoiceError(.recognitionError, .engineFailed, "The decoder failed; start again.")
  private static let script = UtteranceScript(
    [.init(after: 320, "go"), .init(after: 640, "go forward")], final: Hypothesis(text: "go forward ten"))

  @Test("a failed start throws the source's error, reports nothing, and the next start works")
  func failedStart() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    let none = VoiceError(.audioError, .noDevice, "There is no microphone; connect one.")
    for _ in 0..<3 { scripted.source.refuseNext(none) }

    for _ in 0..<3 {
      await #expect(throws: none) { try await scripted.listener.start() }
    }
    #expect(scripted.story == [])
    #expect(!scripted.listener.isListening)

    try await scripted.start()
    #expect(await scripted.listener.stop().text == "go forward ten")
    await scripted.close()
  }

  @Test("a model that cannot be loaded makes the start fail and releases the microphone")
  func failedModel() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine(loadError: Self.failed))

    await #expect(throws: Self.failed) { try await scripted.start() }

    #expect(scripted.source.openCount == 0)
    #expect(scripted.story == [])
    await scripted.close()
  }

  @Test("nothing that was captured while the model loads is lost")
  func slowModel() async throws {
    let gate = BlockingGate()
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script], loadGate: gate))
    async let id = scripted.listener.start()
    try await scripted.source.waitUntilOpen()
    for _ in 0..<50 { scripted.source.send(ScriptedListener.frame) }
    try await gate.waitForWaiters()
    gate.open()
    _ = try await id

    let transcript = await scripted.listener.stop()

    #expect(transcript.audioDuration == .seconds(1))
    #expect(transcript.droppedFrames == 0)
    await scripted.close()
  }

  @Test("an input that delivers nothing fails the start after its limit, not before")
  func stalledInput() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())
    let start = Task { try await scripted.listener.start(ListeningOptions(startLimit: .seconds(4))) }
    try await scripted.clock.waitForSleepers()
    scripted.clock.advance(by: .milliseconds(3_999))
    #expect(scripted.source.openCount == 1)
    scripted.clock.advance(by: .milliseconds(1))

    let error = await #expect(throws: VoiceError.self) { try await start.value }
    #expect(error?.reason == .inputStalled)
    #expect(scripted.source.openCount == 0)
    await scripted.close()
  }

  @Test(
    "a lost device or server gives the final first, then the error, and then nothing",
    arguments: [
      ListenerFailureTests.routeChanged, ListenerFailureTests.interrupted,
    ])
  func lostInput(_ error: VoiceError) async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()
    scripted.source.send(ScriptedListener.frame)

    scripted.source.end(.failed(error))
    try await scripted.events.next { if case .error = $0 { true } else { false } }

    #expect(scripted.story.suffix(2) == ["final 'go forward ten'", "error \(error.code.rawValue)"])
    #expect(scripted.source.openCount == 0)
    #expect(await scripted.listener.stop().text == "go forward ten")
    #expect(scripted.story.filter { $0.hasPrefix("final") }.count == 1)
    await scripted.close()
  }

  @Test("the end of a finite input is a final without an error")
  func endOfInput() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()

    scripted.source.end(.endOfInput)
    try await scripted.events.next { if case .transcript(let update) = $0 { update.isFinal } else { false } }

    #expect(await scripted.listener.stop().text == "go forward ten")
    #expect(!scripted.story.contains { $0.hasPrefix("error") })
    await scripted.close()
  }

  @Test("a decoder that fails gives what was heard so far as the final, then the error")
  func failingDecoder() async throws {
    var script = Self.script
    script.decodeError = Self.failed
    script.decodeErrorAfter = 640
    let scripted = ScriptedListener(ScriptedRecognitionEngine([script]))
    try await scripted.start()
    scripted.source.send(ScriptedListener.frame)
    scripted.source.send(ScriptedListener.frame)

    try await scripted.events.next { if case .error = $0 { true } else { false } }

    #expect(scripted.story.suffix(2).first?.hasPrefix("final 'go") == true)
    #expect(scripted.story.last == "error recognition_error")
    #expect(scripted.source.openCount == 0)
    await scripted.close()
  }

  @Test("a decoder that fails at the end gives the last partial as the final, then the error")
  func failingFinish() async throws {
    var script = Self.script
    script.finishError = Self.failed
    let scripted = ScriptedListener(ScriptedRecognitionEngine([script]))
    try await scripted.start()
    try await scripted.engine.waitUntilDecoded(320)

    #expect(await scripted.listener.stop().text == "go")
    #expect(scripted.story == ["ready", "partial 'go'", "final 'go'", "error recognition_error"])
    await scripted.close()
  }

  @Test("without speech the final is empty and there is no error")
  func noSpeech() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())
    try await scripted.start()

    #expect(await scripted.listener.stop().text.isEmpty)
    #expect(scripted.story == ["ready", "final ''"])
    await scripted.close()
  }

  @Test("a stop does not wait for a device that does not open")
  func stopWhileOpening() async throws {
    let gate = Gate()
    let scripted = ScriptedListener(ScriptedRecognitionEngine())
    scripted.source.holdOpening(at: gate)
    let start = Task { try await scripted.listener.start() }
    try await gate.waitForWaiters()

    #expect(await scripted.listener.stop() == .empty)

    await #expect(throws: CancellationError.self) { try await start.value }
    await scripted.close()
  }

  @Test("a device that was lost before the stop is told, though the stop comes before all is decoded")
  func lostBeforeStop() async throws {
    let gate = BlockingGate()
    var script = Self.script
    script.decodeGate = gate
    let scripted = ScriptedListener(ScriptedRecognitionEngine([script]))
    try await scripted.start()
    try await gate.waitForWaiters()
    scripted.source.send(ScriptedListener.frame)
    scripted.source.end(.failed(Self.routeChanged))

    let stopping = Task { await scripted.listener.stop() }
    while scripted.listener.isListening, !stopping.isCancelled {
      gate.releaseOne()
      await Task.yield()
    }
    gate.open()

    #expect(await stopping.value.text == "go forward ten")
    #expect(scripted.story.suffix(2) == ["final 'go forward ten'", "error route_changed"])
    await scripted.close()
  }

  @Test(
    "durations out of range are refused by their name",
    arguments: [
      (ListeningOptions(bufferDuration: .zero), "bufferDuration"),
      (ListeningOptions(bufferDuration: .seconds(Int64.max)), "bufferDuration"),
      (ListeningOptions(startLimit: .zero), "startLimit"),
      (ListeningOptions(chunkDuration: .seconds(2)), "chunkDuration"),
    ])
  func options(_ options: ListeningOptions, name: String) async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())

    let error = await #expect(throws: VoiceError.self) { try await scripted.listener.start(options) }

    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains(name) == true)
    #expect(scripted.source.requests.isEmpty)
    await scripted.close()
  }

  @Test("a stalled recognizer loses exactly what did not fit, which is reported once at its place")
  func overflow() async throws {
    let gate = BlockingGate()
    var script = Self.script
    script.decodeGate = gate
    let scripted = ScriptedListener(ScriptedRecognitionEngine([script]))
    // 20 ms are with the decoder, 100 ms fit into the buffer.
    try await scripted.start(ListeningOptions(bufferDuration: .milliseconds(100)))
    try await gate.waitForWaiters()
    for _ in 0..<150 { scripted.source.send(ScriptedListener.frame) }
    gate.open()

    let transcript = await scripted.listener.stop()

    let lost = 150 * 320 - 1_600
    #expect(scripted.story.filter { $0.hasPrefix("dropped") } == ["dropped \(lost)"])
    #expect(transcript.droppedFrames == lost)
    #expect(scripted.engine.decodedSamples == 320 + 1_600)
    #expect(transcript.text == "go forward ten")
    await scripted.close()
  }
}
