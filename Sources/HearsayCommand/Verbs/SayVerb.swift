// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Speaks a text, or renders it to a file.
struct SayVerb: Verb {
  static let name = "say"
  static let summary = "Speak a text, or write its sound to a file."
  static let synopsis =
    "TEXT… | -  [--voice ID] [--rate R] [--pitch P] [--volume V] [--output FILE] [--device NAME] [--json]"
  static let options = [voice, rate, pitch, volume, output, device]
  static let notes = """
    The words are joined by spaces; '-' reads the text from stdin. Returns when the last word has been heard. SIGINT
    (Ctrl-C) silences the speech at once. A text that begins with a dash follows '--'.
    """

  private static let voice = CommandOption("voice", "ID", "The voice, as 'hearsay voices' names it.")
  private static let rate = CommandOption("rate", "R", "The speed, 0.5 to 2; 1 is the voice's own.")
  private static let pitch = CommandOption("pitch", "P", "The pitch, 0.5 to 2; 1 is the voice's own.")
  private static let volume = CommandOption("volume", "V", "The loudness, 0 to 1.")
  private static let output = CommandOption("output", "FILE", "Write a sound file (.wav) instead of playing.")
  private static let device = CommandOption("device", "NAME", "The output, as 'hearsay devices' names it.")

  private let words: [String]
  private let voice: String?
  private let rate: Double
  private let pitch: Double
  private let volume: Double
  private let output: String?
  private let device: String?

  init(_ arguments: CommandArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw UsageError("A text to speak is missing; give it as words, or '-' to read it from stdin.")
    }
    words = arguments.operands
    voice = arguments.value(Self.voice)
    rate = try arguments.number(Self.rate, in: 0.5...2) ?? 1
    pitch = try arguments.number(Self.pitch, in: 0.5...2) ?? 1
    volume = try arguments.number(Self.volume, in: 0...1) ?? 1
    output = arguments.value(Self.output)
    device = arguments.value(Self.device)
  }

  func run(_ console: Console, until termination: Termination) async throws {
    let text = words == ["-"] ? try await StandardInput.text(until: termination) : words.joined(separator: " ")
    let utterance = Utterance(text, voice: voice, rate: rate, pitchMultiplier: pitch, volume: volume)
    try utterance.validate()
    if let output {
      try await SpeechFile.write(utterance, to: output, console, until: termination)
    } else {
      try await speak(utterance, console, until: termination)
    }
  }

  private func speak(_ utterance: Utterance, _ console: Console, until termination: Termination) async throws {
    var configuration = VoiceConfiguration.standard()
    configuration.outputDevice = device
    let session = VoiceSession(configuration)
    let printer = EventPrinter(console: console)
    let events = session.events
    async let printing: Void = printer.print(events)
    let result: Result<Void, any Error>
    do {
      try await session.speak(utterance)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { if await termination.wait() != nil { await session.cancelSpeech() } }
        group.addTask { await printer.ended.wait() }
        await group.next()
        group.cancelAll()
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await session.close()
    await printing
    try result.get()
    if let error = printer.error { throw ReportedFailure(exitCode: ExitCode(for: error)) }
    guard printer.hasFinished || termination.cause != nil else {
      throw VoiceError(.synthesisError, .engineFailed, "The speech ended before its last word; try it again.")
    }
  }
}
