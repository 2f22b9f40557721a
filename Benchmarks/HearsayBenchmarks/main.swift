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
    print(settings.isJSON ? try report.json : report.text)
  } catch {
    exit(EXIT_FAILURE, "\(error)")
  }
#endif
