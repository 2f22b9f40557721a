// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Checks everything that the other verbs need, and says what to do about what is missing.
struct DoctorVerb: Verb {
  static let name = "doctor"
  static let summary = "Check that everything needed is there, and say what to do if not."
  static let synopsis = "[--json]"
  static let options: [CommandOption] = []
  static let notes = """
    Looks at the audio server, its devices and permissions, the model and the voices. Opens the microphone for a moment.
    Ends with 0 when all is well, otherwise with the code of the first thing that is not.
    """

  init(_ arguments: CommandArguments) throws(UsageError) { try arguments.requireNoOperands() }

  func run(_ console: Console, until termination: Termination) async throws {
    var findings: [DoctorFinding] = []
    for check in [devices, model, voices, microphone] {
      guard termination.cause == nil else { throw CancellationError() }
      for finding in await check(findings) {
        findings.append(finding)
        await console.emit(finding.object)
        await console.say(finding.line)
      }
    }
    if let first = findings.lazy.compactMap(\.error).first {
      throw ReportedFailure(exitCode: ExitCode(for: first))
    }
  }

  private func devices(_ earlier: [DoctorFinding]) async -> [DoctorFinding] {
    let socket = AudioSocket.path
    do {
      let (route, inputs, outputs) = try await DeviceWatch.run { session in
        await (session.currentRoute, session.availableInputs, session.availableOutputs)
      }
      return [
        .well("audio server", "PipeWire answers at \(socket)"), Self.device("default input", route.input, inputs),
        Self.device("default output", route.output, outputs),
      ]
    } catch {
      return [.bad("audio server", DoctorFinding.error(error))]
    }
  }

  private static func device(_ check: String, _ device: AudioDevice?, _ all: [AudioDevice]) -> DoctorFinding {
    if let device { return .well(check, "\(device.id) (\(device.description))") }
    if all.isEmpty {
      return .bad(
        check,
        VoiceError(
          .audioError, .noDevice,
          "There is no device; plug one in, and check that a session manager runs "
            + "('systemctl --user start wireplumber')."))
    }
    return .bad(
      check,
      VoiceError(
        .audioError, .noDevice,
        "None of \(all.count) devices is the default; start a session manager "
          + "('systemctl --user start wireplumber')."))
  }

  private func model(_ earlier: [DoctorFinding]) async -> [DoctorFinding] {
    let recognizer = Recognizer(engine: VoiceConfiguration.standardRecognition)
    let start = MonotonicTime.now
    let finding: DoctorFinding
    do {
      try await recognizer.prepare()
      let milliseconds = Int((MonotonicTime.now - start).inSeconds * 1000)
      finding = .well("model", "\(recognizer.engine.name) loads its model in \(milliseconds) ms")
    } catch {
      finding = .bad("model", DoctorFinding.error(error))
    }
    await recognizer.close()
    return [finding]
  }

  private func voices(_ earlier: [DoctorFinding]) async -> [DoctorFinding] {
    let synthesizer = VoiceConfiguration.standardSynthesizer()
    do {
      let count = try await synthesizer.voices().count
      guard count > 0 else {
        throw VoiceError(
          .synthesisError, .modelMissing, "\(synthesizer.name) has no voices; install the package espeak-ng-data.")
      }
      return [.well("voices", "\(synthesizer.name) has \(count) voices")]
    } catch {
      return [.bad("voices", DoctorFinding.error(error))]
    }
  }

  /// Only a capture shows whether the server lets us.
  private func microphone(_ earlier: [DoctorFinding]) async -> [DoctorFinding] {
    let needed: Set = ["audio server", "default input", "model"]
    guard earlier.allSatisfy({ $0.error == nil || !needed.contains($0.check) }) else { return [] }
    let session = VoiceSession()
    let finding: DoctorFinding
    do {
      try await session.startListening()
      await session.cancelListening()
      finding = .well("permission", "the microphone gives sound")
    } catch {
      finding = .bad("permission", DoctorFinding.error(error))
    }
    await session.close()
    return [finding]
  }
}
