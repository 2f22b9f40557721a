// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore
internal import HearsayFiles
internal import HearsayPocketSphinx

/// A file of speech to text, one and two at once, next to the programs that come with PocketSphinx.
struct TranscribeScenario: Scenario {
  static let name = "transcribe"
  private static let rounds = 3
  private static let recordings = ["goforward.raw", "numbers.raw", "something.raw"]

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    let folder = NSTemporaryDirectory() + "hearsay-transcribe-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var speech = Data()
    let pause = Data(count: 16_000)
    for _ in 0..<4 {
      for name in Self.recordings {
        let file = "/usr/share/pocketsphinx/test/data/\(name)"
        guard let data = FileManager.default.contents(atPath: file) else {
          throw BenchmarkFailure("The recording \(file) cannot be read; install pocketsphinx-testdata.")
        }
        speech += data + pause
      }
    }
    let file = folder + "/speech.raw"
    try speech.write(to: URL(fileURLWithPath: file))
    try Data("speech\n".utf8).write(to: URL(fileURLWithPath: folder + "/list"))
    return try await measure(file, in: folder, seconds: Double(speech.count) / 32_000)
  }

  private func measure(_ file: String, in folder: String, seconds: Double) async throws -> [Measurement] {
    var values: [String: [Double]] = [:]
    func note(_ name: String, wall: Double, processor: Double) {
      values["\(name), wall time of audio time", default: []].append(wall / seconds)
      values["\(name), CPU of audio time", default: []].append(processor / seconds)
    }
    let recognizers = [Recognizer(engine: PocketSphinxEngine()), Recognizer(engine: PocketSphinxEngine())]
    for recognizer in recognizers { try await recognizer.prepare() }
    for _ in 0..<Self.rounds {
      let one = try await Self.ours(file, [recognizers[0]])
      note("Recognizer", wall: one.wall, processor: one.processor)
      let two = try await Self.ours(file, recognizers)
      note("two Recognizers at once", wall: two.wall, processor: two.processor)
      let live = "/usr/bin/pocketsphinx_continuous"
      if ChildRun.isInstalled(live) {
        let run = try await ChildRun.run(live, ["-infile", file, "-logfn", "/dev/null"])
        note("pocketsphinx_continuous", wall: run.wallSeconds, processor: run.processorSeconds)
      }
      let batch = "/usr/bin/pocketsphinx_batch"
      if ChildRun.isInstalled(batch) {
        let arguments = [
          "-adcin", "yes", "-cepdir", folder, "-cepext", ".raw", "-ctl", folder + "/list", "-hyp", folder + "/text",
          "-logfn", "/dev/null", "-hmm", "/usr/share/pocketsphinx/model/en-us/en-us", "-lm",
          "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin", "-dict",
          "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict",
        ]
        let run = try await ChildRun.run(batch, arguments)
        note("pocketsphinx_batch", wall: run.wallSeconds, processor: run.processorSeconds)
      }
    }
    for recognizer in recognizers { await recognizer.close() }
    let measured = values.sorted { $0.key < $1.key }.map { Measurement($0.key, unit: "s/s", $0.value) }
    return measured + [Measurement("audio", unit: "s", [seconds])]
  }

  private static func ours(_ file: String, _ recognizers: [Recognizer]) async throws -> (
    wall: Double, processor: Double
  ) {
    let start = ContinuousClock.now
    let use = ProcessorUse.processSeconds
    try await withThrowingTaskGroup { group in
      for recognizer in recognizers {
        group.addTask {
          #if Files
            let reader = try await AudioFileReader.open(file, raw: RawFormat(sampleRate: 16_000))
            let transcript = try await recognizer.transcribe(reader)
            await reader.close()
            guard transcript.text.contains("go forward ten meters") else {
              throw BenchmarkFailure("The file was understood as '\(transcript.text)'.")
            }
          #else
            throw BenchmarkFailure("No sound file can be read: the trait Files is off.")
          #endif
        }
      }
      try await group.waitForAll()
    }
    let wall = ContinuousClock.now - start
    return (
      Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18,
      ProcessorUse.processSeconds - use
    )
  }
}
