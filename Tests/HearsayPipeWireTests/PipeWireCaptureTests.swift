// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPipeWire

extension LiveServer {
  @Suite("PipeWireCapture", .serialized, .timeLimit(.minutes(3)))
  struct PipeWireCaptureTests {
    private static let format = AudioFormat(sampleRate: 48_000)

    private func open(
      _ service: PipeWireService, device: String? = nil, rate: Int = 48_000
    ) async throws -> (inlet: CaptureInlet, stream: any CaptureStream) {
      let format = AudioFormat(sampleRate: rate)
      let inlet = CaptureInlet(format: format, capacity: rate * 10)
      let stream = try await service.capture.open(CaptureRequest(device: device, format: format), into: inlet)
      return (inlet, stream)
    }

    @Test("what is played into the microphone arrives sample by sample", arguments: [false, true])
    func deliversExactly(sessionManager: Bool) async throws {
      try await LiveServer.run(.init(sessionManager: sessionManager, quantum: 8192)) { server, service in
        let sound = LiveServer.signal(24_000)
        async let opened = open(service)
        if !sessionManager { try await server.link(output: "mic", input: "app") }
        let (inlet, stream) = try await opened

        let playing = try await server.play(sound, sampleRate: 48_000, into: "mic")
        var reader = InletReader(inlet)
        await reader.read { samples in
          guard let start = samples.firstIndex(where: { $0 != 0 }) else { return false }
          return samples.count >= start + sound.count
        }
        try await playing.finished()
        await stream.stop(capturingUntil: .now)

        let start = try #require(reader.samples.firstIndex { $0 != 0 })
        let isSame = Array(reader.samples[start...].prefix(sound.count)) == sound
        // Cycles that a busy machine misses lie before or behind the sound.
        #expect(isSame)
        #expect(inlet.captureEnd == nil)
      }
    }

    @Test("frames captured before stop are there when it returns, and none comes afterwards")
    func stopKeepsTheTail() async throws {
      try await LiveServer.run { _, service in
        let (inlet, stream) = try await open(service, rate: 16_000)
        let moment = MonotonicTime.now

        await stream.stop(capturingUntil: moment)

        let count = inlet.ring.count
        let captured = try #require(inlet.ring.consumer.captureTime(of: UInt64(count), sampleRate: 16_000))
        #expect(captured >= moment + .milliseconds(-1))
        await stream.stop(capturingUntil: .now)
        #expect(inlet.ring.count == count)
      }
    }

    @Test("frames that are missing because the graph stood still or ran without us are counted as missing")
    func lostFrames() async throws {
      try await LiveServer.run { server, service in
        let (inlet, stream) = try await open(service, rate: 16_000)
        var reader = InletReader(inlet)
        await reader.read { $0.count > 8_000 }
        let consumer = inlet.ring.consumer
        let first = try #require(consumer.captureTime(of: 0, sampleRate: 16_000))

        _ = try await server.suspendDaemon(for: .milliseconds(400))
        let frozen = reader.samples.count
        await reader.read { $0.count > frozen + 16_000 }

        // However much of it was caught up with: what came and what is missing together are the time that passed.
        let last = try #require(consumer.captureTime(of: consumer.position(), sampleRate: 16_000))
        let accounted = AudioFormat(sampleRate: 16_000).duration(
          ofFrames: reader.samples.count + Int(inlet.ring.droppedCount))
        #expect(abs(((last - first) - accounted).inSeconds) < 0.2)
        #expect(inlet.captureEnd == nil)
        await stream.stop(capturingUntil: nil)
      }
    }

    @Test("a removed microphone ends the input with route_changed", arguments: [nil, "mic"], [false, true])
    func removed(device: String?, hasAnother: Bool) async throws {
      let microphones = hasAnother ? ["mic", "other"] : ["mic"]
      try await LiveServer.run(.init(microphones: microphones)) { server, service in
        let (inlet, stream) = try await open(service, device: device)

        try await server.removeMicrophone("mic")

        var reader = InletReader(inlet)
        let error = try #require(await reader.readToEnd()?.error)
        #expect(error.code == .routeChanged)
        #expect(error.reason == .deviceRemoved)
        #expect(error.message.contains("mic"))
        await stream.stop(capturingUntil: .now)
      }
    }

    @Test("another default microphone does not end an input that follows the default")
    func followsDefault() async throws {
      try await LiveServer.run(.init(microphones: ["mic", "other"])) { server, service in
        let (inlet, stream) = try await open(service)

        try await server.setDefaultMicrophone("other")
        let sound = LiveServer.signal(4_800)
        let playing = try await server.play(sound, sampleRate: 48_000, into: "other")
        var reader = InletReader(inlet)
        await reader.read { $0.contains { $0 != 0 } }
        try await playing.finished()

        #expect(inlet.captureEnd == nil)
        #expect(reader.samples.contains { $0 != 0 })
        await stream.stop(capturingUntil: nil)
      }
    }

    @Test("another default microphone does not move an input that was asked for by name")
    func staysPinned() async throws {
      try await LiveServer.run(.init(microphones: ["mic", "other"])) { server, service in
        let (inlet, stream) = try await open(service, device: "mic")

        try await server.setDefaultMicrophone("other")
        let playing = try await server.play(LiveServer.signal(4_800), sampleRate: 48_000, into: "mic")
        var reader = InletReader(inlet)
        await reader.read { $0.contains { $0 != 0 } }
        try await playing.finished()

        #expect(inlet.captureEnd == nil)
        await stream.stop(capturingUntil: nil)
      }
    }

    @Test("links taken away from a living microphone end the input with interrupted")
    func takenOver() async throws {
      try await LiveServer.run { server, service in
        let (inlet, stream) = try await open(service)

        _ = try await server.unlink("app")

        var reader = InletReader(inlet)
        let error = try #require(await reader.readToEnd()?.error)
        #expect(error.code == .interrupted)
        #expect(error.reason == .takenOver)
        await stream.stop(capturingUntil: .now)
      }
    }

    @Test("a call under the role policy ends the input with interrupted")
    func call() async throws {
      try await LiveServer.run(.init(roles: true)) { server, service in
        let (inlet, stream) = try await open(service)

        try await server.beginCall()

        var reader = InletReader(inlet)
        let error = try #require(await reader.readToEnd()?.error)
        #expect(error.code == .interrupted)
        #expect(error.reason == .takenOver)
        await stream.stop(capturingUntil: .now)
      }
    }

    @Test("an unknown device is refused, naming those that there are")
    func unknownDevice() async throws {
      try await LiveServer.run(.init(microphones: ["mic", "headset"])) { _, service in
        let error = await #expect(throws: VoiceError.self) { try await open(service, device: "nonsense") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.reason == .unknownDevice)
        #expect(error?.message.contains("nonsense") == true)
        #expect(error?.message.contains("mic, headset") == true)
      }
    }

    @Test("no microphone at all is an error that says so")
    func noMicrophone() async throws {
      try await LiveServer.run(.init(microphones: [])) { _, service in
        let error = await #expect(throws: VoiceError.self) { try await open(service) }
        #expect(error?.code == .audioError)
        #expect(error?.reason == .noDevice)
      }
    }

    @Test("a microphone that nothing links within the limit is an error, and leaves no stream")
    func neverLinked() async throws {
      try await LiveServer.run(.init(sessionManager: false)) { server, service in
        let error = await #expect(throws: VoiceError.self) { try await open(service) }
        #expect(error?.code == .audioError)
        #expect(error?.reason == .noDevice)
        let nodes = try await server.nodeNames()
        #expect(!nodes.contains("app"))
      }
    }

    @Test("a cancelled open throws and leaves no stream")
    func cancelled() async throws {
      try await LiveServer.run(.init(sessionManager: false)) { server, service in
        let task = Task { try await open(service) }
        task.cancel()
        await #expect(throws: VoiceError.self) { try await task.value }
        let nodes = try await server.nodeNames()
        #expect(!nodes.contains("app"))
      }
    }

    @Test("a named output is captured as what is played on it")
    func monitor() async throws {
      try await LiveServer.run { server, service in
        let (inlet, stream) = try await open(service, device: "speaker")
        let buffer = PlaybackBuffer(format: Self.format, capacity: 48_000)
        let output = try await service.playback.open(PlaybackRequest(), from: buffer)

        await write(LiveServer.signal(4_800), to: buffer)
        try await output.resume()
        var reader = InletReader(inlet)
        await reader.read { $0.contains { $0 != 0 } }

        #expect(inlet.captureEnd == nil)
        await output.close()
        await stream.stop(capturingUntil: nil)
      }
    }
  }
}
