// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Synchronization
import Testing

@testable import HearsayPipeWire

extension LiveServer {
  @Suite("PipeWireGraph", .serialized, .timeLimit(.minutes(3)))
  struct PipeWireGraphTests {
    /// What a watch reported, and a hand-shake for whoever waits for more.
    private final class Reports: Sendable {
      private let events = Locked<[GraphEvent]>([])
      private let more = WakeSignal()

      func add(_ event: GraphEvent) {
        events.withLock { $0.append(event) }
        more.signal()
      }

      var all: [GraphEvent] { events.withLock { $0 } }

      func wait(for event: GraphEvent, after index: Int = 0) async {
        while !all.dropFirst(index).contains(event) { await more.wait() }
      }
    }

    private func device(_ name: String, _ direction: AudioDevice.Direction) -> AudioDevice {
      AudioDevice(id: name, direction: direction, description: name, kind: .virtual)
    }

    @Test("devices come first, then defaults, then ready, then changes")
    func order() async throws {
      try await LiveServer.run { server, service in
        let reports = Reports()
        let watch = Task { try await service.graph.watch { reports.add($0) } }
        await reports.wait(for: .ready)
        let start = reports.all
        #expect(
          start == [
            .deviceAdded(device("mic", .input)), .deviceAdded(device("speaker", .output)),
            .defaultChanged(.input, id: "mic"), .defaultChanged(.output, id: "speaker"), .ready,
          ])

        try await server.addMicrophone("headset")
        await reports.wait(for: .deviceAdded(device("headset", .input)))
        try await server.setDefaultMicrophone("headset")
        await reports.wait(for: .defaultChanged(.input, id: "headset"))
        try await server.removeMicrophone("headset")
        await reports.wait(for: .deviceRemoved(.input, id: "headset"))
        await reports.wait(for: .defaultChanged(.input, id: "mic"), after: start.count)
        // Streams are no devices.
        let recording = try await server.record("mic")
        _ = try await recording.stop()

        let changes = reports.all.dropFirst(start.count).filter { $0 != .defaultChanged(.input, id: "mic") }
        #expect(
          Array(changes) == [
            .deviceAdded(device("headset", .input)), .defaultChanged(.input, id: "headset"),
            .deviceRemoved(.input, id: "headset"),
          ])
        watch.cancel()
        try await watch.value
      }
    }

    @Test("a lost server ends the watch with interrupted")
    func lost() async throws {
      try await LiveServer.run { server, service in
        let reports = Reports()
        let watch = Task { try await service.graph.watch { reports.add($0) } }
        await reports.wait(for: .ready)

        await server.killDaemon()

        let error = await #expect(throws: VoiceError.self) { try await watch.value }
        #expect(error?.code == .interrupted)
        #expect(error?.reason == .serviceUnavailable)
      }
    }

    @Test("a watch that is cancelled while it connects returns")
    func cancelled() async throws {
      try await LiveServer.run { server, service in
        await server.suspendDaemon()
        let watch = Task { try await service.graph.watch { _ in } }
        watch.cancel()
        try await watch.value
        await server.resumeDaemon()
      }
    }

    @Test("a snapshot lists devices and defaults")
    func snapshot() async throws {
      try await LiveServer.run(.init(sessionManager: false)) { _, service in
        let snapshot = try await service.graph.snapshot()
        #expect(snapshot.devices == [device("mic", .input), device("speaker", .output)])
        #expect(snapshot.defaultInput == "mic")
        #expect(snapshot.defaultOutput == "speaker")
      }
    }
  }
}
