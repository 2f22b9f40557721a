// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore
internal import HearsayTesting

/// 1 to 64 sessions that listen in real time, with a decoder that costs nothing: what a session itself takes.
struct ScaleScenario: Scenario {
  static let name = "scale"
  private static let counts = [1, 4, 16, 64]
  private static let ticks = 150

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    // What the first session of a process sets up once is no session's.
    _ = try await Self.listen(2, ticks: 10)
    var result: [Measurement] = []
    for count in Self.counts {
      let run = try await Self.listen(count, ticks: Self.ticks)
      let sessions = Double(count)
      result += [
        Measurement("\(count) sessions, processor of a session", unit: "%", [run.processor * 100 / sessions]),
        Measurement("\(count) sessions, memory of a session", unit: "kB", [run.memory / 1000 / sessions]),
        Measurement("\(count) sessions, threads of a session", unit: "", [run.threads / sessions]),
        Measurement("\(count) sessions, ring to chunk, median", unit: "ms", [run.median]),
        Measurement("\(count) sessions, ring to chunk, p99", unit: "ms", [run.percentile99]),
      ]
    }
    return result
  }

  private struct Run {
    /// Seconds of processor time for a second.
    var processor = 0.0
    /// Bytes.
    var memory = 0.0
    var threads = 0.0
    /// Milliseconds.
    var median = 0.0
    var percentile99 = 0.0
  }

  private static func listen(_ count: Int, ticks: Int) async throws -> Run {
    let trace = TraceRecorder(capacity: 1 << 17)
    let memory = residentBytes
    let threads = ProcessResources.threadCount
    let sessions = (0..<count).map { _ in SilentSession(trace: trace) }
    for session in sessions { try await session.start() }
    let use = ProcessorUse.processSeconds
    let began = ContinuousClock.now
    for tick in 1...ticks {
      try await ContinuousClock().sleep(until: began + .milliseconds(20 * tick), tolerance: .zero)
      for session in sessions { session.hear() }
    }
    var run = Run()
    run.processor = (ProcessorUse.processSeconds - use) / (ContinuousClock.now - began).inSeconds
    run.memory = Double(residentBytes - memory)
    run.threads = Double(ProcessResources.threadCount - threads)
    for session in sessions { try await session.end(after: ticks + 1) }
    let delays = LatencyReport(trace.records(), sampleRate: 16_000).paths[.ringToChunk]
    run.median = (delays?.median.inSeconds ?? 0) * 1000
    run.percentile99 = (delays?.percentile99.inSeconds ?? 0) * 1000
    return run
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}
