// SPDX-License-Identifier: Apache-2.0

internal import CPeers
internal import CPlainLoop
internal import HearsayCore
internal import HearsayPocketSphinx

/// Work whose instructions are counted: it runs in a process of its own, as many times as that one is told, after it
/// was prepared and done once uncounted.
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
    counting(times) {
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
      counting(times) { unsafe plain_ring_pass(&plain, source, &target, frames) }
    }
  }

  /// One block after the other, so that each goes its way alone.
  private static func listen(_ session: SilentSession, _ times: Int) async throws {
    try await session.start()
    var blocks = 1
    await counting(times) {
      session.hear()
      blocks += 1
      await session.waitUntilHeard(blocks: blocks)
    }
    try await session.end(after: blocks)
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
    try await counting(times) {
      try await recognizer.begin()
      for chunk in speech.chunks { _ = try await recognizer.process(chunk) }
      _ = try await recognizer.finish()
    }
    await recognizer.close()
  }

  private static func decodePlainly(_ times: Int) throws {
    let speech = try speech
    let decoder = try PlainDecoder(engine)
    counting(times) { _ = decoder.decode(speech, frames) }
  }

  private static func counting(_ times: Int, _ work: () -> Void) {
    work()
    peer_start_counting()
    for _ in 0..<times { work() }
    peer_stop_counting()
  }

  private static func counting(_ times: Int, _ work: () async throws -> Void) async rethrows {
    try await work()
    peer_start_counting()
    for _ in 0..<times { try await work() }
    peer_stop_counting()
  }
}
