// SPDX-License-Identifier: Apache-2.0

internal import CPeers
internal import Glibc
internal import HearsayCore
internal import Synchronization

/// Blocks of a graph cycle from a thread that keeps its beat to a task: as the package hands them over, by an
/// `AsyncStream` of arrays, and by a queue behind a mutex.
struct HandoffScenario: Scenario {
  static let name = "handoff"
  private static let rounds = 4
  private static let ticks = 500
  private static let frames = 256
  private static let cycle: UInt64 = 5_333_333

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    var results = [[HandoffRun.Result]](repeating: [], count: HandoffRun.Kind.allCases.count)
    for round in 0...Self.rounds {
      for (index, kind) in HandoffRun.Kind.allCases.enumerated() {
        let run = HandoffRun(kind, ticks: Self.ticks, frames: Self.frames, cycle: Self.cycle)
        let result = try await run.measure()
        if round > 0 { results[index].append(result) }
      }
    }
    return zip(HandoffRun.Kind.allCases, results).flatMap(Self.report)
  }

  private static func report(_ kind: HandoffRun.Kind, _ results: [HandoffRun.Result]) -> [Measurement] {
    let delays = results.flatMap(\.microseconds).sorted()
    func percentile(_ percent: Double) -> [Double] {
      delays.isEmpty ? [] : [delays[min(delays.count - 1, Int(Double(delays.count) * percent / 100))]]
    }
    let count = Double(ticks)
    return [
      Measurement("\(kind.rawValue), median", unit: "µs", percentile(50)),
      Measurement("\(kind.rawValue), p99", unit: "µs", percentile(99)),
      Measurement("\(kind.rawValue), p99.9", unit: "µs", percentile(99.9)),
      Measurement(
        "\(kind.rawValue), allocations on the audio thread", unit: "/block",
        results.map { Double($0.allocations) / count }),
      Measurement("\(kind.rawValue), sleeps of all threads", unit: "/block", results.map { Double($0.sleeps) / count }),
    ]
  }
}
