// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct BenchmarkSettings: Sendable {
  var scenarios: [any Scenario.Type] = []
  var isJSON = false
  var isMarkdown = false
  /// A file of raw 16-bit mono samples at 16 kHz; `nil` for the recordings of the package pocketsphinx-testdata.
  var audio: String?
  /// A file with what counts and ratios may be at most.
  var budgets: String?

  static let usage = """
    usage: HearsayBenchmarks [\(Benchmarks.names.joined(separator: "|"))|all]... [--json | --markdown]
      [--audio FILE.raw] [--check BUDGETS.json]
    """

  /// Reads the arguments; `nil` when one of them means nothing.
  init?(arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--markdown": isMarkdown = true
      case "--check":
        guard let file = rest.popFirst() else { return nil }
        budgets = file
      case "--audio":
        guard let file = rest.popFirst() else { return nil }
        audio = file
      case "all": scenarios = Benchmarks.scenarios
      default:
        guard let scenario = Benchmarks.scenarios.first(where: { $0.name == argument }) else { return nil }
        scenarios.append(scenario)
      }
    }
    if scenarios.isEmpty { scenarios = Benchmarks.scenarios }
  }
}
