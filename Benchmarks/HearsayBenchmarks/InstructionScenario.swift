// SPDX-License-Identifier: Apache-2.0

/// Instructions of the ring, of a whole session without a decoder, and of decoding, each next to the same work in C.
struct InstructionScenario: Scenario {
  static let name = "instructions"
  private static let frames = Double(SilentSession.frames)

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    let counter = try await InstructionCount()
    defer { counter.remove() }
    return try await rings(counter) + sessions(counter) + decoding(counter)
  }

  private func rings(_ counter: InstructionCount) async throws -> [Measurement] {
    var result: [Measurement] = []
    let works: [(CountedWork, String, Bool)] = [
      (.ring, "SampleRing", true), (.boostRing, "boost spsc_queue", PeerRing.Kind.boost.isAvailable),
      (.spaRing, "spa_ringbuffer", PeerRing.Kind.spa.isAvailable), (.copy, "memcpy in and out", true),
    ]
    for (work, name, isAvailable) in works {
      guard isAvailable else {
        result.append(.unavailable(name))
        continue
      }
      let count = try await counter.count(work, times: 10_000)
      result.append(Measurement(name, unit: "/frame", [count / Self.frames]))
      if work != .ring { result.append(.ratio("SampleRing to \(name)", result[0], to: result[result.count - 1])) }
    }
    return result
  }

  private func sessions(_ counter: InstructionCount) async throws -> [Measurement] {
    let plain = try await counter.count(.session, times: 2000) / Self.frames
    let traced = try await counter.count(.tracedSession, times: 2000) / Self.frames
    return [
      Measurement("capture to decoder", unit: "/frame", [plain]),
      Measurement("capture to decoder, traced", unit: "/frame", [traced]),
    ]
  }

  private func decoding(_ counter: InstructionCount) async throws -> [Measurement] {
    let ours = Measurement(
      "Recognizer, an utterance", unit: "million", [try await counter.count(.decoding, times: 2) / 1e6])
    let plain = Measurement(
      "plain C loop, an utterance", unit: "million", [try await counter.count(.plainDecoding, times: 2) / 1e6]
    )
    return [ours, plain, .ratio("Recognizer to C", ours, to: plain)]
  }
}
