// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore
internal import HearsayTesting

/// 1 to 64 sessions that listen in real time, with a decoder that costs nothing: what a session itself takes.
struct ScaleScenario: Scenario {
  static let name = "scale"
  private static let counts = [1, 4, 16, 64]
  private static let frames = 320
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
    let sessions = (0..<count).map { _ in Session(trace) }
    for session in sessions { try await session.start(frames) }
    let use = ProcessorUse.now
    let began = ContinuousClock.now
    for tick in 1...ticks {
      try await ContinuousClock().sleep(until: began + .milliseconds(20 * tick), tolerance: .zero)
      for session in sessions { session.hear(frames) }
    }
    var run = Run()
    run.processor = (ProcessorUse.now - use).seconds / (ContinuousClock.now - began).inSeconds
    run.memory = Double(residentBytes - memory)
    run.threads = Double(ProcessResources.threadCount - threads)
    for session in sessions { try await session.end(after: (ticks + 1) * frames) }
    let delays = LatencyReport(trace.records(), sampleRate: 16_000).paths[.ringToChunk]
    run.median = (delays?.median.inSeconds ?? 0) * 1000
    run.percentile99 = (delays?.percentile99.inSeconds ?? 0) * 1000
    return run
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  private final class Session: Sendable {
    private let source = ScriptedCaptureSource()
    private let listener: Listener
    private let recognizer: Recognizer
    private let samples = [Float](repeating: 0.1, count: 320)

    init(_ trace: TraceRecorder) {
      recognizer = Recognizer(engine: SilentEngine())
      listener = Listener(source: source, recognizer: recognizer, trace: trace) { _ in }
    }

    func start(_ frames: Int) async throws {
      async let started = listener.start()
      try await source.waitUntilOpen()
      hear(frames)
      _ = try await started
    }

    func hear(_ frames: Int) { source.send(samples) }

    func end(after frames: Int) async throws {
      let transcript = await listener.stop()
      await listener.close()
      await recognizer.close()
      let heard = Int((transcript.audioDuration.inSeconds * 16_000).rounded())
      guard heard == frames, transcript.droppedFrames == 0 else {
        throw BenchmarkFailure("A session heard \(heard) of \(frames) frames.")
      }
    }
  }
}

/// Hears everything and understands nothing.
private struct SilentEngine: RecognitionEngine {
  let name = "silent"
  let sampleRate = 16_000

  func makeDecoder() throws(VoiceError) -> any SpeechDecoder { Decoder() }

  private final class Decoder: SpeechDecoder {
    func start() throws(VoiceError) {}
    func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis { .empty }
    func finish() throws(VoiceError) -> Hypothesis { .empty }
    func cancel() {}
  }
}
