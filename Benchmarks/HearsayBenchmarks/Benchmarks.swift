// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// All scenarios, in the order in which they run: the one that weighs sessions comes first, before there is memory to
/// be used again.
enum Benchmarks {
  static let scenarios: [any Scenario.Type] = [
    ScaleScenario.self, RingScenario.self, HandoffScenario.self, DecodeScenario.self, LiveScenario.self,
    TranscribeScenario.self, SayScenario.self, IdleScenario.self, InstructionScenario.self,
  ]

  static var names: [String] { scenarios.map { $0.name } }

  /// Does what the command line asks for: measures and prints, or is the process that is measured.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Throws: `BenchmarkFailure` and whatever a scenario meets.
  static func run(_ arguments: [String]) async throws {
    if arguments.count == 2, arguments[0] == IdleScenario.childArgument {
      return try await IdleScenario.watch(arguments[1])
    }
    if arguments.count == 3, arguments[0] == CountedWork.childArgument, let work = CountedWork(rawValue: arguments[1]),
      let times = Int(arguments[2])
    {
      return try await work.run(times: times)
    }
    guard let settings = BenchmarkSettings(arguments: arguments) else {
      throw BenchmarkFailure(BenchmarkSettings.usage, status: EX_USAGE)
    }
    var report = BenchmarkReport()
    for scenario in settings.scenarios {
      report.scenarios.append(.init(scenario: scenario.name, measurements: try await scenario.init(settings).run()))
    }
    print(settings.isJSON ? try report.json : settings.isMarkdown ? report.markdown : report.text)
    guard let file = settings.budgets else { return }
    let violations = try Budgets.read(file).violations(in: report)
    guard violations.isEmpty else { throw BenchmarkFailure("Over budget:\n" + violations.joined(separator: "\n")) }
  }
}
