// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// The program `hearsay`: finds the verb, runs it and ends with its exit code.
@main
enum Program {
  static let version = "0.1.0"

  static let verbs: [any Verb.Type] = [
    ListenVerb.self, SayVerb.self, TranscribeVerb.self, VoicesVerb.self, DevicesVerb.self, MonitorVerb.self,
    DemoVerb.self, DoctorVerb.self, ProfileVerb.self,
  ]

  static let verbNames: [String] = verbs.map { $0.name }

  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) async -> ExitCode {
    let termination = Termination()
    let verb = words.first.flatMap { word in verbs.first { $0.name == word } }
    let console = Console(
      isJSON: asked(CommandOption.json, in: words), isVerbose: asked(CommandOption.verbose, in: words),
      raising: termination)
    // In a verb that is refused below, signals keep what they do by themselves.
    SignalPipe.ignoreBrokenPipes()
    guard let verb else { return await runWithoutVerb(words, console) }
    do {
      let arguments = try CommandArguments(words.dropFirst(), verb: verb.name, options: verb.options)
      if arguments.has(.help) {
        await console.printText(HelpText.of(verb))
        return .done
      }
      let job = try verb.init(arguments)
      // Before any thread reads the environment.
      if !console.isVerbose { unsafe setenv("PIPEWIRE_DEBUG", "0", 0) }
      // These two take processes down at their end, and a second signal waits for it.
      let isPatient = verb is DemoVerb.Type || verb is ProfileVerb.Type
      TerminationWatcher(raising: termination, watchesInput: verb is ListenVerb.Type, isPatient: isPatient).start()
      try await job.run(console, until: termination)
      await console.eraseLive()
      return .done
    } catch {
      return await tell(error, console, termination)
    }
  }

  private static func runWithoutVerb(_ words: [String], _ console: Console) async -> ExitCode {
    switch words.first {
    case "--help", "-h", "help":
      await console.printText(HelpText.ofProgram(verbs))
      return .done
    case "--version":
      await console.printText("hearsay \(version)")
      return .done
    case nil: await console.warn("A verb is missing; see 'hearsay --help'.")
    case .some(let word) where word.hasPrefix("-"):
      await console.warn("The option '\(word)' is unknown before a verb; see 'hearsay --help'.")
    case .some(let word): await console.warn("The verb '\(word)' is unknown; see 'hearsay --help'.")
    }
    return .usage
  }

  private static func tell(_ error: any Error, _ console: Console, _ termination: Termination) async -> ExitCode {
    await console.eraseLive()
    switch error {
    case let error as ReportedFailure: return error.exitCode
    case let error as VoiceError:
      await console.report(error)
      return ExitCode(for: error)
    case let error as UsageError:
      await console.report(VoiceError(.invalidArgument, .unspecified, error.message))
      return .usage
    case is CancellationError where termination.cause != nil: return .done
    default:
      await console.report(
        VoiceError(
          .audioError, .unspecified, "The command failed unexpectedly (\(error)); try it again."))
      return .software
    }
  }

  private static func asked(_ option: CommandOption, in words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains("--\(option.name)")
  }
}
