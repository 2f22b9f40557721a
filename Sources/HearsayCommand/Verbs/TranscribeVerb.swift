// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Recognises what is said in sound files.
struct TranscribeVerb: Verb {
  static let name = "transcribe"
  static let summary = "Print what is said in sound files."
  static let synopsis = "FILE… | -  [--raw-rate HZ] [--engine NAME] [--json]"
  static let options = [rawRate, EngineOption.option]
  static let notes = """
    One file gives its text, several give lines of file, tab and text. '-' reads a file from stdin. A file that is
    missing or unreadable is named on stderr, the others are still done, and the exit code is 66.
    """

  private static let rawRate = CommandOption(
    "raw-rate", "HZ", "The input is bare samples (16 bit, mono, little-endian) at this rate.")

  private let files: [String]
  private let rawRate: Int?
  private let engine: String

  init(_ arguments: CommandArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw UsageError("A sound file is missing; name at least one, or '-' to read it from stdin.")
    }
    files = arguments.operands
    rawRate = try arguments.number(Self.rawRate, in: 1_000...768_000).map { Int($0) }
    engine = try EngineOption.name(in: arguments)
  }

  func run(_ console: Console, until termination: Termination) async throws {
    let recognizer = Recognizer(engine: EngineOption.engine(named: engine))
    let result: Result<Bool, any Error>
    do {
      var hasAll = true
      for file in files where termination.cause == nil {
        do {
          try await transcribe(file, with: recognizer, console, until: termination)
        } catch let error as VoiceError where ExitCode(for: error) == .noInput {
          await console.report(error, file: file)
          hasAll = false
        }
      }
      result = .success(hasAll)
    } catch {
      result = .failure(error)
    }
    await recognizer.close()
    guard try result.get() else { throw ReportedFailure(exitCode: .noInput) }
    if case .signal = termination.cause {
      throw VoiceError(
        .interrupted, .unspecified, "The transcription was stopped before the end of its files; start it again.")
    }
  }

  private func transcribe(
    _ file: String, with recognizer: Recognizer, _ console: Console, until termination: Termination
  ) async throws {
    let sampleRate = recognizer.engine.sampleRate
    // Only the reading ends with the signal: what was heard so far is still decoded and printed.
    guard
      let sound = try await termination.cancelling({ [rawRate] in
        try await SoundInput.open(file, rawRate: rawRate, sampleRate: sampleRate).ending(with: termination)
      })
    else { return }
    if sound.sourceFormat.sampleRate < sampleRate {
      await console.warn(
        "\(file) has \(sound.sourceFormat.sampleRate) Hz, less than the \(sampleRate) Hz of the model; "
          + "expect a worse text.")
    }
    let reporter = TranscriptionReporter(
      console: console, termination: termination, label: file, total: sound.duration,
      emitsUpdates: console.isJSON)
    let transcript = try await recognizer.transcribe(
      reporter.following(sound), onUpdate: { reporter.updateArrived($0) })
    await reporter.flush()
    await console.say(files.count == 1 ? transcript.text : "\(file)\t\(transcript.text)")
  }
}
