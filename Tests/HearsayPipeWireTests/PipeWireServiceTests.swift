// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPipeWire

extension LiveServer {
  @Suite("PipeWireService", .serialized, .timeLimit(.minutes(3)))
  struct PipeWireServiceTests {
    private static let format = AudioFormat(sampleRate: 16_000)

    /// Opens a capture that is expected to fail, and returns how.
    private static func failure(_ service: PipeWireService) async -> VoiceError? {
      let inlet = CaptureInlet(format: format, capacity: 16_000)
      do {
        let stream = try await service.capture.open(CaptureRequest(format: format), into: inlet)
        await stream.stop(capturingUntil: nil)
        return nil
      } catch {
        return error
      }
    }

    /// A socket in a new folder, which nobody answers on.
    private func withSilentSocket(
      listening: Bool, _ body: (String) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearsay-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appendingPathComponent("s").path
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0)
      if listening { try #require(listen(number, 8) == 0) }
      try await body(path)
    }

    @Test("without a server the error names the socket that was tried")
    func noServer() async throws {
      let service = PipeWireService(remote: "/nonexistent/pipewire-7")
      let error = await Self.failure(service)
      #expect(error?.code == .audioError)
      #expect(error?.reason == .serviceUnavailable)
      #expect(error?.message.contains("/nonexistent/pipewire-7") == true)
      await service.close()
    }

    @Test("a socket that nobody listens on is no server")
    func staleSocket() async throws {
      try await withSilentSocket(listening: false) { path in
        let service = PipeWireService(remote: path)
        let error = await Self.failure(service)
        #expect(error?.code == .audioError)
        #expect(error?.reason == .serviceUnavailable)
        #expect(error?.message.contains("remainder") == true)
        await service.close()
      }
    }

    @Test("a server that accepts and says nothing is an error within 5 s")
    func silentServer() async throws {
      try await withSilentSocket(listening: true) { path in
        let service = PipeWireService(remote: path)
        let start = ContinuousClock.now
        let error = await Self.failure(service)
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(error?.code == .audioError)
        #expect(error?.reason == .serviceUnresponsive)
        await service.close()
      }
    }

    @Test("a server that dies ends capture and playback with interrupted, and the next open works after a restart")
    func serverDies() async throws {
      try await LiveServer.run { server, service in
        let inlet = CaptureInlet(format: Self.format, capacity: 160_000)
        let request = CaptureRequest(format: Self.format)
        let input = try await service.capture.open(request, into: inlet)
        let buffer = PlaybackBuffer(format: Self.format, capacity: 16_000)
        let output = try await service.playback.open(PlaybackRequest(), from: buffer)
        try await output.resume()

        let start = ContinuousClock.now
        await server.killDaemon()
        var reader = InletReader(inlet)
        let error = try #require(await reader.readToEnd()?.error)
        while buffer.error == nil { await buffer.waitForProgress() }
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(error.code == .interrupted)
        #expect(error.reason == .serviceUnavailable)
        #expect(buffer.error?.code == .interrupted)
        let whileDown = await Self.failure(service)
        #expect(whileDown?.reason == .serviceUnavailable)
        await input.stop(capturingUntil: .now)
        await output.close()

        try await server.restart()
        let again = CaptureInlet(format: Self.format, capacity: 160_000)
        let stream = try await service.capture.open(request, into: again)
        var second = InletReader(again)
        await second.read { !$0.isEmpty }
        #expect(again.captureEnd == nil)
        await stream.stop(capturingUntil: .now)
      }
    }

    @Test("a closed service ends its streams, and may be used again")
    func closed() async throws {
      try await LiveServer.run { _, service in
        let inlet = CaptureInlet(format: Self.format, capacity: 160_000)
        let stream = try await service.capture.open(CaptureRequest(format: Self.format), into: inlet)
        await service.close()
        #expect(inlet.captureEnd?.error?.reason == .closed)
        await stream.stop(capturingUntil: .now)
        let error = await Self.failure(service)
        #expect(error == nil)
      }
    }

    @Test("everything can be started from the main actor")
    @MainActor
    func mainActor() async throws {
      try await LiveServer.run { _, service in
        let error = await Self.failure(service)
        #expect(error == nil)
      }
    }

    // MARK: - In a process of its own: threads and descriptors are counted, or the environment changed.

    @Test("50 rounds of opening and closing leave no thread and no descriptor")
    func rounds() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await VirtualAudioServer.start()
        let service = LiveServer.service(for: server)
        func round() async throws {
          let inlet = CaptureInlet(format: AudioFormat(sampleRate: 16_000), capacity: 16_000)
          let buffer = PlaybackBuffer(format: AudioFormat(sampleRate: 16_000), capacity: 16_000)
          let input = try await service.capture.open(CaptureRequest(format: inlet.format), into: inlet)
          let output = try await service.playback.open(PlaybackRequest(), from: buffer)
          try await output.resume()
          await output.close()
          await input.stop(capturingUntil: .now)
        }
        // The daemon says when shared memory may go, so a descriptor too goes a moment after its stream.
        func waitForDescriptors(_ most: Int) async throws {
          _ = try await ProcessResources.wait(until: { ProcessResources.fileDescriptorCount }, isAtMost: most)
          let count = ProcessResources.fileDescriptorCount
          #expect(count <= most, "\(count) descriptors, not \(most)")
        }
        // The connection's own thread, and the data thread, which takes over its name; the system lists a thread for a
        // moment after its end.
        func waitForThreads(_ count: Int) async throws {
          let areSo = try await ProcessResources.wait(forThreadsNamed: "hearsay-pw", count: count)
          #expect(areSo, "not \(count) of these threads: \(ProcessResources.threadNames)")
        }
        try await round()
        await service.close()
        try await waitForThreads(0)
        let closedDescriptors = ProcessResources.fileDescriptorCount

        try await round()
        try await waitForThreads(2)
        let openDescriptors = ProcessResources.fileDescriptorCount
        for _ in 0..<50 { try await round() }
        try await waitForThreads(2)
        try await waitForDescriptors(openDescriptors)

        for _ in 0..<10 {
          await service.close()
          try await round()
        }
        await service.close()
        try await waitForThreads(0)
        try await waitForDescriptors(closedDescriptors)
        await server.stop()
      }
    }

    /// How many connections' threads there are: their own, and the data threads, which take over their name.
    private static func connectionThreads() -> Int {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return tasks.filter {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "hearsay-pw\n"
      }.count
    }

    @Test("a job that comes after the end leaves no thread behind")
    func lateJob() async throws {
      await #expect(processExitsWith: .success) {
        let loop = PipeWireLoop()
        let jobs = EventRecorder<Int>()
        for number in 1...20 {
          loop.post { jobs.record(number) }
          try await jobs.waitUntil(count: number)
          if number == 1 { #expect(PipeWireServiceTests.connectionThreads() == 1) }
          if number.isMultiple(of: 2) { await loop.retire() } else { loop.quit() }
          let isOver = try await ProcessResources.wait(
            until: { PipeWireServiceTests.connectionThreads() }, isAtMost: 0)
          #expect(isOver, "after job \(number)")
        }
        withExtendedLifetime(loop) {}
      }
    }

    @Test("a service that is dropped without a close ends its threads and gives back its descriptors")
    func dropped() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await VirtualAudioServer.start()
        func use() async throws {
          let service = LiveServer.service(for: server)
          let inlet = CaptureInlet(format: AudioFormat(sampleRate: 16_000), capacity: 16_000)
          let stream = try await service.capture.open(CaptureRequest(format: inlet.format), into: inlet)
          await stream.stop(capturingUntil: .now)
          #expect(PipeWireServiceTests.connectionThreads() > 0)
        }
        func threadsAreGone() async throws -> Bool {
          try await ProcessResources.wait(until: { PipeWireServiceTests.connectionThreads() }, isAtMost: 0)
        }
        try await use()
        #expect(try await threadsAreGone())
        let descriptors = ProcessResources.fileDescriptorCount
        for _ in 0..<5 { try await use() }
        #expect(try await threadsAreGone())
        let areGivenBack = try await ProcessResources.wait(
          until: { ProcessResources.fileDescriptorCount }, isAtMost: descriptors)
        #expect(areGivenBack)
        await server.stop()
      }
    }

    @Test("a client without permission is refused with permission_denied")
    func denied() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await VirtualAudioServer.start()
        for (name, value) in server.environment(access: .denied) { setenv(name, value, 1) }
        let service = LiveServer.service(for: server)
        let error = await PipeWireServiceTests.failure(service)
        #expect(error?.code == .permissionDenied)
        #expect(error?.reason == .accessDenied)
        await service.close()
        await server.stop()
      }
    }

    @Test("a client whose permission nobody decides is refused within the limit")
    func pending() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await VirtualAudioServer.start()
        for (name, value) in server.environment(access: .pending) { setenv(name, value, 1) }
        let service = LiveServer.service(for: server)
        let error = await PipeWireServiceTests.failure(service)
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("not decided") == true)
        await service.close()
        await server.stop()
      }
    }

    @Test("a socket that this user may not use is permission_denied")
    func forbiddenSocket() async throws {
      await #expect(processExitsWith: .success) {
        let server = try await VirtualAudioServer.start(.init(sessionManager: false))
        chmod(server.socketPath, 0)
        // Permissions do not bind root.
        let user = geteuid()
        if user == 0 { seteuid(65_534) }
        let service = LiveServer.service(for: server)
        let error = await PipeWireServiceTests.failure(service)
        seteuid(user)
        #expect(error?.code == .permissionDenied)
        #expect(error?.reason == .accessDenied)
        #expect(error?.message.contains(server.socketPath) == true)
        await service.close()
        await server.stop()
      }
    }
  }
}
