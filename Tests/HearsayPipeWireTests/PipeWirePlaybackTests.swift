// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPipeWire

extension LiveServer {
  @Suite("PipeWirePlayback", .serialized, .timeLimit(.minutes(3)))
  struct PipeWirePlaybackTests {
    private func open(
      _ service: PipeWireService, device: String? = nil, rate: Int = 48_000, seconds: Int = 2
    ) async throws -> (buffer: PlaybackBuffer, stream: any PlaybackStream) {
      let buffer = PlaybackBuffer(format: AudioFormat(sampleRate: rate), capacity: rate * seconds)
      let stream = try await service.playback.open(PlaybackRequest(device: device), from: buffer)
      return (buffer, stream)
    }

    /// Whether `sound` is in `heard`, and where it begins.
    private func place(of sound: [Float], in heard: [Float]) -> Int? {
      heard.indices.first { heard[$0] == sound[0] && Array(heard[$0...].prefix(sound.count)) == sound }
    }

    @Test("every sample written is heard, the first after an idle time as well", arguments: [false, true])
    func playsExactly(sessionManager: Bool) async throws {
      try await LiveServer.run(.init(sessionManager: sessionManager, quantum: 8192)) { server, service in
        let recording = try await server.record("speaker")
        let (buffer, stream) = try await open(service)
        let sounds = (1...3).map { LiveServer.signal(12_000, seed: $0) }
        for (index, sound) in sounds.enumerated() {
          await write(sound, to: buffer)
          async let resumed: Void = stream.resume()
          if index == 0, !sessionManager { try await server.link(output: "app", input: "speaker") }
          try await resumed
          await waitUntilTaken(buffer)
          await stream.pause()
        }
        try await recording.wait(forMoreFrames: 16_384)
        let heard = try await recording.stop().samples

        let places = sounds.map { place(of: $0, in: heard) }
        #expect(!places.contains(nil))
        #expect(buffer.error == nil)
        #expect(buffer.underrunFrames == 0)
        await stream.close()
      }
    }

    @Test("a corked output takes nothing")
    func corked() async throws {
      try await LiveServer.run { _, service in
        let (buffer, stream) = try await open(service)
        await write(LiveServer.signal(48_000), to: buffer)
        #expect(buffer.takenFrames == 0)

        try await stream.resume()
        await buffer.waitForProgress()
        await stream.pause()
        let taken = buffer.takenFrames
        #expect(taken < 48_000)
        // Another stream's cycles prove that the graph runs on.
        let inlet = CaptureInlet(format: AudioFormat(sampleRate: 48_000), capacity: 48_000)
        let input = try await service.capture.open(
          CaptureRequest(device: "speaker", format: inlet.format), into: inlet)
        var reader = InletReader(inlet)
        await reader.read { $0.count > 9_600 }
        #expect(buffer.takenFrames == taken)

        await input.stop(capturingUntil: nil)
        await stream.close()
      }
    }

    @Test("a frame counts as heard only when the output's delay has passed")
    func heard() async throws {
      try await LiveServer.run { _, service in
        let (buffer, stream) = try await open(service, rate: 22_050)
        await write(LiveServer.signal(4_410), to: buffer)
        #expect(buffer.heardFrames() == 0)

        try await stream.resume()
        await waitUntilTaken(buffer)

        #expect(buffer.heardFrames(at: .now + .seconds(1)) == 4_410)
        await stream.close()
      }
    }

    @Test("a removed speaker fails the buffer with route_changed", arguments: [nil, "speaker"])
    func removed(device: String?) async throws {
      try await LiveServer.run(.init(speakers: ["speaker", "other"])) { server, service in
        let (buffer, stream) = try await open(service, device: device)
        try await stream.resume()

        try await server.removeSpeaker("speaker")
        while buffer.error == nil { await buffer.waitForProgress() }

        #expect(buffer.error?.code == .routeChanged)
        #expect(buffer.error?.reason == .deviceRemoved)
        let error = await #expect(throws: VoiceError.self) { try await stream.resume() }
        #expect(error == buffer.error)
        await stream.close()
      }
    }

    @Test("a corked output that follows the default survives the loss of its speaker")
    func corkedFollows() async throws {
      try await LiveServer.run(.init(speakers: ["speaker", "other"])) { server, service in
        let (buffer, stream) = try await open(service)
        try await stream.resume()
        await stream.pause()

        try await server.removeSpeaker("speaker")
        await write(LiveServer.signal(4_800), to: buffer)
        try await stream.resume()
        await waitUntilTaken(buffer)

        #expect(buffer.error == nil)
        await stream.close()
      }
    }

    @Test("an unknown speaker, and none at all, are refused")
    func noSpeaker() async throws {
      try await LiveServer.run(.init(speakers: [])) { _, service in
        let unknown = await #expect(throws: VoiceError.self) { try await open(service, device: "mic") }
        #expect(unknown?.code == .invalidArgument)
        #expect(unknown?.reason == .unknownDevice)
        let missing = await #expect(throws: VoiceError.self) { try await open(service) }
        #expect(missing?.code == .audioError)
        #expect(missing?.reason == .noDevice)
      }
    }

    @Test("closing the capture leaves the playback of the same service working, and the other way round")
    func independent() async throws {
      try await LiveServer.run { _, service in
        let inlet = CaptureInlet(format: AudioFormat(sampleRate: 16_000), capacity: 160_000)
        let request = CaptureRequest(format: inlet.format)
        let first = try await service.capture.open(request, into: inlet)
        let (buffer, stream) = try await open(service)
        try await stream.resume()

        await first.stop(capturingUntil: nil)
        await write(LiveServer.signal(9_600), to: buffer)
        await waitUntilTaken(buffer)
        #expect(buffer.error == nil)

        let second = try await service.capture.open(request, into: inlet)
        await stream.close()
        var reader = InletReader(inlet)
        reader.drain()
        await reader.read { $0.count > 3_200 }
        #expect(inlet.captureEnd == nil)
        await second.stop(capturingUntil: .now)
      }
    }
  }
}
