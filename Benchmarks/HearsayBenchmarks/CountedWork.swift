// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import HearsayCore
internal import HearsayPocketSphinx

/// Work whose instructions are counted: it runs in a process of its own, as many times as that one is told.
enum CountedWork: String {
  case ring, boostRing, spaRing, copy
  case session, tracedSession
  case decoding, plainDecoding

  static let childArgument = "--work"
  private static let frames = 320

  func run(times: Int) async throws {
    switch self {
    case .ring: Self.fill(.ours, times)
    case .boostRing: Self.fill(.boost, times)
    case .spaRing: Self.fill(.spa, times)
    case .copy: Self.copy(times)
    case .session: try await Self.listen(SilentSession(), times)
    case .tracedSession: try await Self.listen(SilentSession(trace: TraceRecorder(capacity: 1 << 12)), times)
    case .decoding: try await Self.decode(times)
    case .plainDecoding: try Self.decodePlainly(times)
    }
  }

  private static func fill(_ kind: PeerRing.Kind, _ times: Int) {
    let ring = PeerRing(kind, capacity: 4096)
    defer { ring.destroy() }
    let source = [Float](repeating: 1, count: frames)
    var target = source
    for _ in 0..<times {
      _ = unsafe ring.write(source, count: frames)
      _ = unsafe ring.read(into: &target, count: frames)
    }
  }

  private static func copy(_ times: Int) {
    let source = [Float](repeating: 1, count: frames)
    var target = source
    var storage = [Float](repeating: 0, count: 4096)
    unsafe storage.withUnsafeMutableBufferPointer { storage in
      var plain = unsafe plain_ring(storage: storage.baseAddress, mask: 4095, position: 0)
      for _ in 0..<times { unsafe plain_ring_pass(&plain, source, &target, frames) }
    }
  }

  /// One block after the other, so that each goes its way alone.
  private static func listen(_ session: SilentSession, _ times: Int) async throws {
    try await session.start()
    for block in 1...times {
      session.hear()
      await session.waitUntilHeard(blocks: block + 1)
    }
    try await session.end(after: times + 1)
  }

  private static var speech: Speech {
    get throws { try Speech(file: "/usr/share/pocketsphinx/test/data/goforward.raw", chunkSize: frames) }
  }

  private static var engine: PocketSphinxEngine {
    var options = PocketSphinxOptions.live
    options.cutsAtPauses = false  // as the C loop does not cut
    return PocketSphinxEngine(options: options)
  }

  private static func decode(_ times: Int) async throws {
    let speech = try speech
    let recognizer = Recognizer(engine: engine)
    for _ in 0..<times {
      try await recognizer.begin()
      for chunk in speech.chunks { _ = try await recognizer.process(chunk) }
      _ = try await recognizer.finish()
    }
    await recognizer.close()
  }

  private static func decodePlainly(_ times: Int) throws {
    let speech = try speech
    let decoder = try PlainDecoder(engine)
    for _ in 0..<times { _ = decoder.decode(speech, frames) }
  }
}
