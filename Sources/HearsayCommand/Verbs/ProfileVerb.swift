// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Hearsay
internal import HearsayCore

/// Measures where the time goes between microphone and text, and between text and ear.
struct ProfileVerb: Verb {
  static let name = "profile"
  static let summary = "Measure the latency of every stage, and draw it."
  static let synopsis =
    "[FILE…] [--say TEXT] [--repeat N] [--quantum FRAMES | --live SECONDS] [--trace FILE] [--html FILE]"
  static let options = [say, count, quantum, live, trace, html]
  static let notes = """
    Plays each sound file into a virtual microphone on a private PipeWire server, listens to it, speaks the text, and
    prints how long each stage took. Without a file it plays the sentence of 'hearsay demo'. With --live it listens to
    the real microphone instead. The trace opens in Perfetto (ui.perfetto.dev) and chrome://tracing; the page needs
    nothing but a browser. Times of capture and hearing come from the audio server's clock.
    """

  private static let say = CommandOption("say", "TEXT", "What to speak (\"Hello there.\"; nothing when it is empty).")
  private static let count = CommandOption("repeat", "N", "Do all of it N times, 1 to 1000 (1).")
  private static let quantum = CommandOption("quantum", "FRAMES", "The graph's cycle at 48 kHz, 32 to 8192.")
  private static let live = CommandOption("live", "SECONDS", "Use the real microphone and speaker.")
  private static let trace = CommandOption("trace", "FILE", "Write the trace (JSON, Trace Event Format).")
  private static let html = CommandOption("html", "FILE", "Write a page with pictures.")

  private let files: [String]
  private let text: String
  private let rounds: Int
  private let cycle: Int?
  private let liveSeconds: Double?
  private let traceFile: String?
  private let pageFile: String?

  init(_ arguments: CommandArguments) throws(UsageError) {
    files = arguments.operands
    text = arguments.value(Self.say) ?? "Hello there."
    rounds = Int(try arguments.number(Self.count, in: 1...1000) ?? 1)
    cycle = try arguments.number(Self.quantum, in: 32...8192).map { Int($0) }
    liveSeconds = try arguments.number(Self.live, in: 1...3600)
    traceFile = arguments.value(Self.trace)
    pageFile = arguments.value(Self.html)
    guard liveSeconds == nil || (files.isEmpty && cycle == nil) else {
      throw UsageError("The option '--live' excludes files and '--quantum'; leave one of them out.")
    }
  }

  func run(_ console: Console, until termination: Termination) async throws {
    let profile = try await termination.cancelling { try await measure(on: console) }
    guard let profile else { throw CancellationError() }
    for object in ProfileTable.objects(profile) { await console.emit(object) }
    for line in ProfileTable.lines(profile) { await console.say(line) }
    if let traceFile { try write(ProfileTrace.file(profile), to: traceFile) }
    if let pageFile { try write(ProfilePage.html(profile), to: pageFile) }
  }

  private func measure(on console: Console) async throws -> Profile {
    var workload = ProfileRun.Workload(count: rounds)
    if !text.isEmpty { workload.texts = [text] }
    if let liveSeconds {
      workload.sentences = [DemoSentence(name: "the microphone", samples: [], sampleRate: 16_000)]
      return try await ProfileRun(workload: workload, quantum: nil, console: console)
        .runLive(for: .seconds(liveSeconds))
    }
    for file in files { workload.sentences.append(try await DemoSentence.load(file)) }
    if files.isEmpty { workload.sentences = [try await DemoSentence.load(nil)] }
    return try await ProfileRun(workload: workload, quantum: cycle, console: console).runVirtual()
  }

  private func write(_ text: String, to file: String) throws(VoiceError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw VoiceError(
        .invalidArgument, .fileUnreadable,
        "The file '\(file)' cannot be written (\(error.localizedDescription)); choose another place.")
    }
  }
}
