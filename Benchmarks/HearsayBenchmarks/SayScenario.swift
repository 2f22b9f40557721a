// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Hearsay
internal import HearsayCore

/// A text to samples, next to the program `espeak-ng`: the whole of it, and its first sample.
struct SayScenario: Scenario {
  static let name = "say"
  private static let rounds = 9
  private static let program = "/usr/bin/espeak-ng"

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    let text = String(repeating: "The quick brown fox jumps over the lazy dog, and then it sleeps. ", count: 60)
    let renderer = SpeechRenderer(synthesizer: VoiceConfiguration.standard().synthesizer)
    var values: [String: [Double]] = [:]
    func note(_ name: String, _ value: Double) { values[name, default: []].append(value) }
    let file = NSTemporaryDirectory() + "hearsay-say-\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: file) }
    for round in 0...Self.rounds {
      let ours = try await Self.render(text, renderer)
      if round > 0 {
        note("SpeechRenderer, CPU of audio time", ours.processor / ours.audio)
        note("SpeechRenderer, first samples", ours.first * 1000)
      }
      guard ChildRun.isInstalled(Self.program) else { continue }
      let written = try await ChildRun.run(Self.program, ["-v", "en-us", "-w", file, text])
      let piped = try await ChildRun.run(Self.program, ["-v", "en-us", "--stdout", text])
      guard round > 0 else { continue }
      note("espeak-ng -w, CPU of audio time", written.processorSeconds / ours.audio)
      note("espeak-ng --stdout, CPU of audio time", piped.processorSeconds / ours.audio)
      // The start of the program is part of what its users wait for.
      if let first = piped.firstByteSeconds { note("espeak-ng --stdout, start to first bytes", first * 1000) }
    }
    return values.sorted { $0.key < $1.key }.map { name, values in
      Measurement(name, unit: name.hasSuffix("time") ? "s/s" : "ms", values)
    }
  }

  private static func render(
    _ text: String, _ renderer: SpeechRenderer
  ) async throws -> (processor: Double, audio: Double, first: Double) {
    let use = ProcessorUse.processSeconds
    let start = ContinuousClock.now
    var first: Duration?
    var samples = 0
    var rate = 1
    var utterance = Utterance(text)
    utterance.voice = "en-us"
    for try await block in renderer.render(utterance) where !block.samples.isEmpty {
      first = first ?? (ContinuousClock.now - start)
      samples += block.samples.count
      rate = block.sampleRate
    }
    guard samples > rate else { throw BenchmarkFailure("The voice gave \(samples) samples for a long text.") }
    return (ProcessorUse.processSeconds - use, Double(samples) / Double(rate), first?.inSeconds ?? 0)
  }
}
