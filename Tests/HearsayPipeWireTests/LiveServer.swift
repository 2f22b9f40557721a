// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPipeWire

/// Every suite that starts servers, one after the other: each has several processes, and the machine other work.
@Suite("A private PipeWire server", .serialized)
struct LiveServer {
  /// Starts a server and a service for it, runs `body`, and ends both however that ends.
  static func run(
    _ configuration: VirtualAudioServer.Configuration = .init(),
    _ body: (VirtualAudioServer, PipeWireService) async throws -> Void
  ) async throws {
    let server = try await VirtualAudioServer.start(configuration)
    let service = service(for: server)
    do {
      try await body(server, service)
    } catch {
      await service.close()
      await server.stop()
      throw error
    }
    await service.close()
    await server.stop()
  }

  static func service(for server: VirtualAudioServer) -> PipeWireService {
    PipeWireService(
      remote: server.socketPath, applicationName: "app", streamProperties: server.streamProperties)
  }

  /// The longest cycle there is, so that a busy machine misses none.
  static let slow = VirtualAudioServer.Configuration(sessionManager: false, quantum: 8192)

  /// A signal in which every sample is told from its neighbours, loud enough to be found in silence.
  static func signal(_ count: Int, seed: UInt64 = 7) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: 0.1...0.9, using: &generator) }
  }
}

/// Reads an inlet as a session would, for a test.
struct InletReader {
  let inlet: CaptureInlet
  private(set) var samples: [Float] = []

  init(_ inlet: CaptureInlet) { self.inlet = inlet }

  /// Takes out what is there now.
  mutating func drain() {
    let consumer = inlet.ring.consumer
    while true {
      let count = inlet.ring.count
      guard count > 0 else { return }
      samples += [Float](unsafeUninitializedCapacity: count) { buffer, read in
        read = buffer.baseAddress.map { consumer.read(into: $0, count: count) } ?? 0
      }
    }
  }

  /// Reads until `isDone` or the end of the input.
  mutating func read(until isDone: ([Float]) -> Bool) async {
    drain()
    while !isDone(samples), inlet.captureEnd == nil {
      await inlet.waitForFrames()
      drain()
    }
  }

  /// Reads until the end of the input and returns it.
  mutating func readToEnd() async -> CaptureEnd? {
    await read { _ in false }
    return inlet.captureEnd
  }
}

extension CaptureEnd {
  /// The error of an input that failed.
  var error: VoiceError? {
    if case .failed(let error) = self { return error }
    return nil
  }
}

/// Writes all samples into a buffer, waiting while it is full.
func write(_ samples: [Float], to buffer: PlaybackBuffer) async {
  var rest = samples[...]
  while !rest.isEmpty, buffer.error == nil {
    rest = rest.dropFirst(buffer.write(rest))
    if !rest.isEmpty { await buffer.waitForProgress() }
  }
}

/// Waits until the output has taken every frame that was written.
func waitUntilTaken(_ buffer: PlaybackBuffer) async {
  while buffer.takenFrames < buffer.writtenFrames, buffer.error == nil { await buffer.waitForProgress() }
}

/// Waits until every frame that was written has been heard.
///
/// An output that is corked earlier keeps the rest to itself.
func waitUntilHeard(_ buffer: PlaybackBuffer) async {
  while buffer.heardFrames() < buffer.writtenFrames, buffer.error == nil { await buffer.waitForProgress() }
}
