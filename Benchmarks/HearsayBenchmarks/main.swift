// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes a sentence to standard error and ends the process.
private func exit(_ status: Int32, _ sentence: String) -> Never {
  _ = unsafe write(STDERR_FILENO, sentence + "\n", sentence.utf8.count + 1)
  exit(status)
}

#if DEBUG
  exit(
    EX_USAGE, "A debug build says nothing about speed; run `swift run -c release HearsayBenchmarks` instead.")
#else
  if CommandLine.arguments.dropFirst().first == IdleScenario.childArgument, CommandLine.arguments.count == 3 {
    do { try await IdleScenario.watch(CommandLine.arguments[2]) } catch { exit(EXIT_FAILURE, "\(error)") }
    exit(EXIT_SUCCESS)
  }
  guard let settings = BenchmarkSettings(arguments: Array(CommandLine.arguments.dropFirst())) else {
    exit(EX_USAGE, BenchmarkSettings.usage)
  }
  // The counter follows threads that start after it was opened, and so it comes before any.
  _ = ProcessorUse.countsInstructions
  var report = BenchmarkReport()
  do {
    for scenario in settings.scenarios {
      report.scenarios.append(.init(scenario: scenario.name, measurements: try await scenario.init(settings).run()))
    }
    print(settings.isJSON ? try report.json : settings.isMarkdown ? report.markdown : report.text)
    if let file = settings.budgets {
      let violations = try Budgets.read(file).violations(in: report)
      guard violations.isEmpty else { exit(EXIT_FAILURE, "Over budget:\n" + violations.joined(separator: "\n")) }
    }
  } catch {
    exit(EXIT_FAILURE, "\(error)")
  }
#endif
