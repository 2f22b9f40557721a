// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

@Suite("VoiceSession", .timeLimit(.minutes(1)))
struct VoiceSessionTests {
  /// A voice that writes down when it is closed.
  private final class Voice: SpeechSynthesizer {
    let name = "voice"
    let ends: EventRecorder<String>

    init(ends: EventRecorder<String>) { self.ends = ends }

    func prepare() async throws(VoiceError) {}
    func voices() async throws(VoiceError) -> [Hearsay.Voice] { [] }
    func render(
      _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
    ) async throws(VoiceError) {}
    func close() async { ends.record("voice") }
  }

  /// Writes down when nobody holds it any more.
  private final class Token: Sendable {
    private let ends: EventRecorder<String>

    init(ends: EventRecorder<String>) { self.ends = ends }

    func shutDown() { ends.record("shutdown") }

    deinit { ends.record("gone") }
  }

  /// Devices that are never known.
  private struct SilentGraph: AudioGraph {
    func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
      try? await Gate().wait()
    }
  }

  /// The parts of a session, all of them scripted.
  private struct Parts {
    let capture = ScriptedCaptureSource()
    let graph = ScriptedAudioGraph()
    let clock = ManualClock()
    /// What was ended, in order.
    let ends = EventRecorder<String>()

    func session(graph: (any AudioGraph)? = nil) -> VoiceSession {
      let token = Token(ends: ends)
      return VoiceSession(
        VoiceConfiguration(
          capture: capture, playback: ScriptedPlaybackSink(mode: .freeRunning), graph: graph ?? self.graph,
          recognition: ScriptedRecognitionEngine(), synthesizer: Voice(ends: ends), clock: clock,
          shutdown: { token.shutDown() }))
    }
  }

  private static func error(of body: () async throws -> Void) async -> VoiceError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? VoiceError
    }
  }

  @Test("any number of calls close the session once, and dropping it then ends nothing again")
  func closedOnce() async throws {
    let parts = Parts()
    var session: VoiceSession? = parts.session()
    let events = EventRecorder.recording(try #require(session).events)
    try await session?.prepare()
    await withTaskGroup(of: Void.self) { [session] group in
      for _ in 0..<4 { group.addTask { await session?.close() } }
    }
    await session?.close()
    try await events.waitUntilFinished()
    #expect(parts.ends.events == ["voice", "shutdown"])
    #expect(parts.graph.activeWatchCount == 0)

    session = nil
    try await parts.ends.next { $0 == "gone" }
    #expect(parts.ends.events == ["voice", "shutdown", "gone"])
  }

  @Test("a session that is dropped while it listens tells its final, ends everything, and then its events end")
  func dropped() async throws {
    let parts = Parts()
    let events: EventRecorder<VoiceEvent>
    do {
      let session = parts.session()
      events = .recording(session.events)
      async let id = session.startListening()
      try await parts.capture.waitUntilOpen()
      parts.capture.send(Array(repeating: 0.1, count: 320))
      _ = try await id
    }
    let names = try await events.waitUntilFinished().map(\.name)
    #expect(names.contains("ptt://transcript-final"))
    #expect(parts.ends.events.starts(with: ["voice", "shutdown"]))
    #expect(parts.capture.openCount == 0)
    #expect(parts.graph.activeWatchCount == 0)
  }

  @Test("a closed session cannot be prepared, and says so at once")
  func prepareAfterClose() async {
    let parts = Parts()
    let session = parts.session()
    await session.close()
    let error = await Self.error { try await session.prepare() }
    #expect(error?.code == .busy)
    #expect(error?.reason == .closed)
    #expect(parts.graph.watchCount == 0)
    #expect(parts.clock.sleeperCount == 0)
  }

  @Test("a run that is cancelled while it prepares closes the session and returns")
  func cancelledPreparation() async throws {
    let parts = Parts()
    let session = parts.session(graph: SilentGraph())
    let running = Task { try await session.run() }
    try await parts.clock.waitForSleepers()
    running.cancel()
    try await running.value
    #expect(parts.ends.events.starts(with: ["voice", "shutdown"]))
  }

  @Test("a preparation that is cancelled throws a cancellation")
  func cancelledPrepare() async throws {
    let parts = Parts()
    let session = parts.session(graph: SilentGraph())
    let preparing = Task { try await session.prepare() }
    try await parts.clock.waitForSleepers()
    preparing.cancel()
    await #expect(throws: CancellationError.self) { try await preparing.value }
    await session.close()
  }

  @Test("after a watch that was refused the next command watches again")
  func watchesAgain() async throws {
    let parts = Parts()
    let refusal = VoiceError(.permissionDenied, .accessDenied, "The server refuses us.")
    parts.graph.refuseNext(refusal)
    let session = parts.session()
    await #expect(throws: refusal) { try await session.prepare() }
    try await session.prepare()
    #expect(parts.graph.watchCount == 2)
    #expect(parts.graph.activeWatchCount == 1)
    await session.close()
    #expect(parts.graph.activeWatchCount == 0)
  }
}
