// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(2))) struct AudioSessionTests {
  private static func device(_ id: String, _ direction: AudioDevice.Direction = .input) -> AudioDevice {
    AudioDevice(id: id, direction: direction, description: id)
  }

  /// A session over a scripted graph with a microphone and a speaker, and a record of what it tells.
  private struct Stage {
    let graph = ScriptedAudioGraph(
      devices: [device("mic"), device("speaker", .output)], defaultInput: "mic", defaultOutput: "speaker")
    let clock = ManualClock()
    let recorder = EventRecorder<VoiceEvent>()
    let session: AudioSession

    init(queueLimit: Int = 4096) {
      let recorder = recorder
      session = AudioSession(graph: graph, clock: clock, queueLimit: queueLimit) { recorder.record($0) }
    }

    var words: [String] {
      recorder.events.map { event in
        switch event {
        case .state(let state): "state \(state.route.input?.id ?? "-")/\(state.route.output?.id ?? "-")"
        case .routeChanged(let change): "\(change.reason.rawValue) \(change.device?.id ?? "none")"
        case .interruption(let interruption): "\(interruption.phase)"
        default: "unexpected \(event)"
        }
      }
    }

    /// Runs the session while `body` runs, then cancels it and returns when it has ended.
    func whileRunning(_ body: () async throws -> Void) async throws {
      let session = session
      let running = Task { try await session.run() }
      do {
        try await body()
      } catch {
        running.cancel()
        _ = await running.result
        throw error
      }
      running.cancel()
      try await running.value
      #expect(graph.activeWatchCount == 0)
    }
  }

  @Test("ready returns when the devices are known, and the session lists them")
  func ready() async throws {
    let stage = Stage()
    try await stage.whileRunning {
      try await stage.session.ready()
      #expect(await stage.session.currentRoute.input?.id == "mic")
      #expect(await stage.session.availableInputs.map(\.id) == ["mic"])
      #expect(await stage.session.availableOutputs.map(\.id) == ["speaker"])
      try await stage.session.ready()
    }
    #expect(stage.words == ["state mic/speaker"])
  }

  @Test("ready says so when nobody runs the session")
  func notRunning() async throws {
    let stage = Stage()
    let waiting = Task { () -> VoiceError? in
      do throws(VoiceError) {
        try await stage.session.ready()
        return nil
      } catch {
        return error
      }
    }
    try await stage.clock.waitForSleepers()
    stage.clock.advance(by: .seconds(5))
    #expect(await waiting.value?.reason == .serviceUnresponsive)
  }

  @Test("ready throws at once what made the attempt fail")
  func noServer() async throws {
    let stage = Stage()
    stage.graph.refuseNext()
    try await stage.whileRunning {
      await #expect(throws: ScriptedAudioGraph.serviceAbsent) { try await stage.session.ready() }
      try await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
      try await stage.recorder.waitUntil(count: 1)
      try await stage.session.ready()
    }
    #expect(stage.words == ["state mic/speaker"])
  }

  @Test("a second run throws busy and does not disturb the first")
  func busy() async throws {
    let stage = Stage()
    try await stage.whileRunning {
      try await stage.session.ready()
      do throws(VoiceError) {
        try await stage.session.run()
        Issue.record("A second run must not begin.")
      } catch {
        #expect(error.code == .busy)
      }
      stage.graph.send(.deviceAdded(Self.device("usb")))
      try await stage.recorder.waitUntil(count: 2)
    }
    #expect(stage.words == ["state mic/speaker", "newDeviceAvailable usb"])
    #expect(stage.graph.watchCount == 1)
  }

  @Test("a server that refuses us ends the run")
  func refused() async throws {
    let stage = Stage()
    let error = VoiceError(.permissionDenied, .accessDenied, "The server refuses us.")
    stage.graph.refuseNext(error)
    await #expect(throws: error) { try await stage.session.run() }
  }

  @Test("a lost server is told, waited for with growing pauses, and compared with what was known")
  func loss() async throws {
    let stage = Stage()
    try await stage.whileRunning {
      try await stage.session.ready()
      for _ in 0..<7 { stage.graph.refuseNext() }
      stage.graph.fail()
      try await stage.recorder.waitUntil(count: 2)
      // Unplugged and plugged in while nobody could see it.
      stage.graph.send(.deviceRemoved(.input, id: "mic"))
      stage.graph.send(.deviceAdded(Self.device("usb")))
      stage.graph.send(.defaultChanged(.input, id: "usb"))
      for (attempt, delay) in [100, 200, 400, 800, 1600, 3200, 5000, 5000].enumerated() {
        try await stage.clock.waitForSleepers()
        #expect(stage.graph.watchCount == attempt + 1)
        let wait = stage.clock.nextDeadline.map { stage.clock.now.duration(to: $0) }
        #expect(wait == .milliseconds(delay))
        stage.clock.advance(by: .milliseconds(delay))
        try await stage.graph.waitForWatches(attempt + 2)
      }
      try await stage.recorder.waitUntil(count: 6)
      #expect(await stage.session.currentRoute.input?.id == "usb")
    }
    #expect(
      stage.words == [
        "state mic/speaker", "began", "oldDeviceUnavailable mic", "newDeviceAvailable usb", "defaultChanged usb",
        "ended(shouldResume: true)",
      ])
  }

  @Test("a session that is cancelled while it waits for the server returns")
  func cancelledInBackOff() async throws {
    let stage = Stage()
    stage.graph.refuseNext()
    try await stage.whileRunning { try await stage.clock.waitForSleepers() }
  }

  @Test("a hundred devices that come and go at once are told in order")
  func fast() async throws {
    let stage = Stage()
    var expected = ["state mic/speaker"]
    try await stage.whileRunning {
      try await stage.session.ready()
      for number in 0..<100 {
        stage.graph.send(.deviceAdded(Self.device("usb\(number)")))
        stage.graph.send(.deviceRemoved(.input, id: "usb\(number)"))
        expected += ["newDeviceAvailable usb\(number)", "oldDeviceUnavailable usb\(number)"]
      }
      try await stage.recorder.waitUntil(count: 201)
    }
    #expect(stage.words == expected)
  }

  @Test("a session that falls behind watches anew and misses nothing that is there in the end")
  func overflow() async throws {
    let graph = FloodingGraph()
    let clock = ManualClock()
    let recorder = EventRecorder<VoiceEvent>()
    let session = AudioSession(graph: graph, clock: clock, queueLimit: 8) { recorder.record($0) }
    let running = Task { try await session.run() }
    try await clock.waitForSleepers()
    #expect(recorder.events == [])
    graph.calm()
    clock.advance(by: .milliseconds(100))
    try await recorder.waitUntil(count: 1)
    #expect(await session.availableInputs.map(\.id) == ["calm"])
    running.cancel()
    try await running.value
  }

  @Test("every subscriber gets the present route first, then the changes")
  func subscriptions() async throws {
    let stage = Stage()
    try await stage.whileRunning {
      try await stage.session.ready()
      var reader = stage.session.events().makeAsyncIterator()
      #expect(await reader.next() == .state(await stage.session.currentRoute))
      stage.graph.send(.defaultChanged(.input, id: nil))
      guard case .routeChanged(let change)? = await reader.next() else {
        Issue.record("The change follows.")
        return
      }
      #expect(change.previousRoute.input?.id == "mic")
      #expect(change.currentRoute.input == nil)
    }
  }

  @Test("a second run after the first tells only what is different")
  func runAgain() async throws {
    let stage = Stage()
    try await stage.whileRunning { try await stage.session.ready() }
    stage.graph.send(.deviceAdded(Self.device("usb")))
    try await stage.whileRunning { try await stage.recorder.waitUntil(count: 2) }
    #expect(stage.words == ["state mic/speaker", "newDeviceAvailable usb"])
  }

  @Test("a run after one that was refused knows the devices again, and tells what is different")
  func runAfterRefusal() async throws {
    let stage = Stage()
    let error = VoiceError(.permissionDenied, .accessDenied, "The server refuses us.")
    let session = stage.session
    let refused = Task { try await session.run() }
    try await session.ready()
    stage.graph.fail(error)
    await #expect(throws: error) { try await refused.value }
    await #expect(throws: error) { try await session.ready() }
    stage.graph.send(.deviceAdded(Self.device("usb")))

    session.forgetFailure()
    try await stage.whileRunning { try await session.ready() }
    #expect(stage.words == ["state mic/speaker", "newDeviceAvailable usb"])
  }

  @Test("a permission that is not decided yet is asked for again")
  func undecided() async throws {
    let stage = Stage()
    let error = VoiceError(.permissionDenied, .accessDenied, "Nobody has decided.", isRecoverable: true)
    stage.graph.refuseNext(error)
    try await stage.whileRunning {
      await #expect(throws: error) { try await stage.session.ready() }
      try await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
      try await stage.recorder.waitUntil(count: 1)
      try await stage.session.ready()
    }
    #expect(stage.words == ["state mic/speaker"])
  }

  @Test("a cancelled wait for the devices says that it was cancelled")
  func cancelledReady() async throws {
    let stage = Stage()
    let waiting = Task { () -> VoiceError? in
      do throws(VoiceError) {
        try await stage.session.ready()
        return nil
      } catch {
        return error
      }
    }
    try await stage.clock.waitForSleepers()
    waiting.cancel()
    let error = await waiting.value
    #expect(error?.code == .interrupted)
    #expect(error?.reason == .closed)
  }
}

/// A graph that reports more at once than a small queue holds, until it calms down.
private final class FloodingGraph: AudioGraph {
  private let isCalm = Locked(false)
  private let end = WakeSignal()

  func calm() { isCalm.withLock { $0 = true } }

  func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
    if isCalm.withLock({ $0 }) {
      report(.deviceAdded(AudioDevice(id: "calm", direction: .input, description: "calm")))
      report(.ready)
    } else {
      // Faster than any session can look, until it gives this watch up.
      while !Task.isCancelled {
        report(.deviceAdded(AudioDevice(id: "usb", direction: .input, description: "usb")))
      }
    }
    while !Task.isCancelled { await end.wait() }
  }
}
