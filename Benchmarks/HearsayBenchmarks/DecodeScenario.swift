// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import Glibc
internal import HearsayCore
internal import HearsayPocketSphinx

/// Speech through the package's `Recognizer`, next to a plain C loop over the same library with the same options.
struct DecodeScenario: Scenario {
  static let name = "decode"
  private static let rounds = 5
  private static let sampleRate = 16_000
  private static let chunkSize = sampleRate / 50
  private static let recordings = ["goforward.raw", "numbers.raw", "something.raw"]

  private let audio: String?

  init(_ settings: BenchmarkSettings) { audio = settings.audio }

  func run() async throws -> [Measurement] {
    let files = audio.map { [$0] } ?? Self.recordings.map { "/usr/share/pocketsphinx/test/data/\($0)" }
    let utterances = try files.map { try Speech(file: $0, chunkSize: Self.chunkSize) }
    let seconds = Double(utterances.reduce(0) { $0 + $1.samples.count }) / Double(Self.sampleRate)

    var options = PocketSphinxOptions.live
    options.cutsAtPauses = false  // as the C loop does not cut
    let engine = PocketSphinxEngine(options: options)
    let recognizer = Recognizer(engine: engine)
    let loadStart = ProcessorUse.processSeconds
    try await recognizer.prepare()
    let loaded = ProcessorUse.processSeconds
    let plain = try PlainDecoder(engine)
    let plainLoaded = ProcessorUse.processSeconds

    var ours: [Double] = []
    var theirs: [Double] = []
    for round in 0...Self.rounds {
      for isOurs in round % 2 == 0 ? [true, false] : [false, true] {
        let start = ProcessorUse.processSeconds
        var texts: [String] = []
        for utterance in utterances {
          texts.append(isOurs ? try await Self.decode(utterance, recognizer) : plain.decode(utterance, Self.chunkSize))
        }
        let used = ProcessorUse.processSeconds - start
        for (text, utterance) in zip(texts, utterances) { try utterance.agree(on: text, round: round, isOurs: isOurs) }
        if round > 0 { if isOurs { ours.append(used) } else { theirs.append(used) } }
      }
    }
    await recognizer.close()
    let loads = (loaded - loadStart, plainLoaded - loaded)
    return Self.report(ours, theirs, loads: loads, seconds: seconds)
  }

  private static func decode(_ speech: Speech, _ recognizer: Recognizer) async throws -> String {
    try await recognizer.begin()
    for chunk in speech.chunks { _ = try await recognizer.process(chunk) }
    return try await recognizer.finish().text
  }

  private static func report(
    _ ours: [Double], _ theirs: [Double], loads: (Double, Double), seconds: Double
  ) -> [Measurement] {
    let measured = Measurement("Recognizer, CPU of audio time", unit: "s/s", ours.map { $0 / seconds })
    let baseline = Measurement("plain C loop, CPU of audio time", unit: "s/s", theirs.map { $0 / seconds })
    return [
      measured, baseline, .ratio("Recognizer to C, CPU time", measured, to: baseline),
      Measurement("Recognizer, load with inspection, CPU", unit: "s", [loads.0]),
      Measurement("plain C, load, CPU", unit: "s", [loads.1]),
      Measurement("audio in a round", unit: "s", [seconds]),
    ]
  }
}
