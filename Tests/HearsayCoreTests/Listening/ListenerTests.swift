// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

/// The order rules of a listening session, each provoked on scripted parts.
@Suite("Listener")
struct ListenerTests {
  private static let routeChanged = VoiceError(.routeChanged, .deviceRemoved, "The microphone is gone; plug it in.")
  private static let interrupted = VoiceError(.interrupted, .serviceUnavailable, "The server is gone; start it.")
  private static let failed = VoiceError(.recognitionError, .engineFailed, "The decoder failed; start again.")
  private static let script = UtteranceScript(
    [.init(after: 320, "go"), .init(after: 640, "go forward")], final: Hypothesis(text: "go forward ten"))

  @Test("a session is ready, gives partials in order, and ends with the decoder's own final")
  func order() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))

    let id = try await scripted.start()
    scripted.source.send(ScriptedListener.frame)
    try await scripted.engine.waitUntilDecoded(640)
    let transcript = await scripted.listener.stop()

    #expect(scripted.story == ["ready", "partial 'go'", "partial 'go forward'", "final 'go forward ten'"])
    #expect(scripted.events.events.allSatisfy { $0.listeningID == id })
    #expect(transcript.text == "go forward ten" && transcript.sessionID == id)
    await scripted.close()
  }

  @Test("the final is reported before stop returns, and a second stop returns the same transcript")
  func stopTwice() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()

    let first = await scripted.listener.stop()
    #expect(scripted.story.last == "final 'go forward ten'")
    let count = scripted.events.events.count
    let second = await scripted.listener.stop()

    #expect(first == second)
    #expect(scripted.events.events.count == count)
    await scripted.close()
  }

  @Test("a stop without a start returns an empty final and reports nothing")
  func stopWithoutStart() async {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())

    #expect(await scripted.listener.stop() == .empty)
    #expect(scripted.story == [])
    await scripted.close()
  }

  @Test("frames that were captured before the stop and arrive after it are decoded")
  func lateFrames() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()
    scripted.source.hold(ScriptedListener.frame + ScriptedListener.frame)

    let transcript = await scripted.listener.stop()

    #expect(scripted.engine.decodedSamples == 960)
    #expect(transcript.audioDuration == .milliseconds(60))
    await scripted.close()
  }

  @Test("a start while a session listens is refused with busy, without an event, and disturbs nothing")
  func busy() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()

    let error = await #expect(throws: VoiceError.self) { try await scripted.listener.start() }
    #expect(error?.code == .busy)
    #expect(await scripted.listener.stop().text == "go forward ten")
    #expect(scripted.source.openedCount == 1)
    #expect(scripted.story.filter { $0 == "ready" || $0.hasPrefix("error") } == ["ready"])
    await scripted.close()
  }

  @Test("of ten starts at once one runs and nine are refused")
  func tenStarts() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))

    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<10 {
        group.addTask {
          do {
            try await scripted.listener.start()
            return "started"
          } catch {
            return (error as? VoiceError)?.code.rawValue ?? "\(error)"
          }
        }
      }
      group.addTask {
        try? await scripted.source.waitUntilOpen()
        scripted.source.send(ScriptedListener.frame)
        return "fed"
      }
      return await group.reduce(into: [:]) { counts, outcome in counts[outcome, default: 0] += 1 }
    }

    #expect(outcomes == ["started": 1, "busy": 9, "fed": 1])
    await scripted.close()
  }

  @Test("a stop while starting wins: the start throws cancelled, the microphone is released, nothing is reported")
  func stopWhileStarting() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())
    let start = Task { try await scripted.listener.start() }
    try await scripted.source.waitUntilOpen()

    let transcript = await scripted.listener.stop()

    await #expect(throws: CancellationError.self) { try await start.value }
    #expect(transcript == .empty)
    #expect(scripted.source.openCount == 0)
    #expect(scripted.story == [])
    await scripted.close()
  }

  @Test("cancelling the task that starts releases the microphone")
  func cancelledStart() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine())
    let start = Task { try await scripted.listener.start() }
    try await scripted.source.waitUntilOpen()

    start.cancel()

    await #expect(throws: CancellationError.self) { try await start.value }
    try await scripted.source.waitUntilClosed()
    await scripted.close()
  }

  @Test("a cancelled session has one empty final")
  func cancelled() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()
    try await scripted.engine.waitUntilDecoded(320)

    await scripted.listener.cancel()

    #expect(scripted.story == ["ready", "partial 'go'", "final ''"])
    #expect(scripted.engine.calls.contains(.cancel))
    await scripted.close()
  }

  @Test("a new session may start while the last one is still being decoded, and their events do not mix")
  func overlappingSessions() async throws {
    let gate = BlockingGate()
    var slow = Self.script
    slow.finishGate = gate
    let scripted = ScriptedListener(
      ScriptedRecognitionEngine([slow, UtteranceScript(final: Hypothesis(text: "stop"))]))
    let first = try await scripted.start()
    async let firstTranscript = scripted.listener.stop()
    try await gate.waitForWaiters()

    async let second = scripted.listener.start()
    try await scripted.source.waitUntilOpen(2)
    scripted.source.send(ScriptedListener.frame)
    gate.open()

    #expect(await firstTranscript.text == "go forward ten")
    let secondID = try await second
    #expect(await scripted.listener.stop().text == "stop")
    let ids = scripted.events.events.compactMap(\.listeningID)
    #expect(ids == ids.filter { $0 == first } + ids.filter { $0 == secondID })
    await scripted.close()
  }

  @Test("a start that is stopped while the last session is being decoded does not let the next one disturb that")
  func stoppedBetween() async throws {
    let gate = BlockingGate()
    var slow = Self.script
    slow.finishGate = gate
    let scripted = ScriptedListener(
      ScriptedRecognitionEngine([slow, UtteranceScript(final: Hypothesis(text: "third"))]))
    try await scripted.start()
    async let first = scripted.listener.stop()
    try await gate.waitForWaiters()
    let second = Task { try await scripted.listener.start() }
    try await scripted.source.waitUntilOpen(2)
    let stopping = Task { await scripted.listener.stop() }
    await #expect(throws: CancellationError.self) { try await second.value }

    async let third = scripted.listener.start()
    try await scripted.source.waitUntilOpen(3)
    scripted.source.send(ScriptedListener.frame)
    gate.open()

    #expect(await first.text == "go forward ten")
    _ = await stopping.value
    _ = try await third
    #expect(await scripted.listener.stop().text == "third")
    #expect(scripted.story.filter { $0.hasPrefix("final") } == ["final 'go forward ten'", "final 'third'"])
    await scripted.close()
  }

  @Test("closing ends a running session with its final and refuses another start")
  func closing() async throws {
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))
    try await scripted.start()

    await scripted.listener.close()

    #expect(scripted.story.last == "final 'go forward ten'")
    let error = await #expect(throws: VoiceError.self) { try await scripted.listener.start() }
    #expect(error?.reason == .closed)
    await scripted.close()
  }

  @Test("letting go of the listener while it listens releases the microphone")
  func dropped() async throws {
    let source = ScriptedCaptureSource()
    let recognizer = Recognizer(engine: ScriptedRecognitionEngine([Self.script]))
    do {
      let listener = Listener(source: source, recognizer: recognizer) { _ in }
      async let started = listener.start()
      try await source.waitUntilOpen()
      source.send(ScriptedListener.frame)
      _ = try await started
    }

    try await source.waitUntilClosed()
    await recognizer.close()
  }

  @Test("in random rounds of start, stop, cancel and loss the order rules hold", arguments: [1, 2, 3, 4] as [UInt64])
  func randomRounds(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let scripted = ScriptedListener(ScriptedRecognitionEngine([Self.script]))

    for _ in 0..<50 {
      let opened = scripted.source.openedCount
      let feed = Bool.random(using: &random)
      let loss = Int.random(in: 0..<4, using: &random) == 0
      let discard = Bool.random(using: &random)
      await withTaskGroup { group in
        group.addTask { _ = try? await scripted.listener.start() }
        group.addTask {
          try? await scripted.source.waitUntilOpen(opened + 1)
          if feed { scripted.source.send(ScriptedListener.frame) }
          if loss { scripted.source.end(.failed(Self.routeChanged)) }
          if discard { await scripted.listener.cancel() } else { await scripted.listener.stop() }
        }
      }
      await scripted.listener.stop()
    }
    await scripted.close()

    #expect(scripted.source.openCount == 0)
    let sessions = Dictionary(grouping: scripted.events.events) { $0.listeningID }
    for (_, events) in sessions {
      let lines = events.map(ScriptedListener.line)
      #expect(lines.first == "ready")
      #expect(lines.filter { $0 == "ready" }.count == 1)
      #expect(lines.filter { $0.hasPrefix("final") }.count == 1)
      let behindFinal = lines.drop { !$0.hasPrefix("final") }.dropFirst()
      #expect(behindFinal.count <= 1 && behindFinal.allSatisfy { $0.hasPrefix("error") })
    }
  }
}
