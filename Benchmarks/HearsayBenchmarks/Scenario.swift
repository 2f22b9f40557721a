// SPDX-License-Identifier: Apache-2.0

/// One thing that is measured, next to a baseline that does the same work plainly.
///
/// A scenario warms up, then alternates between the two sides, so that a change of the machine's mood meets both.
/// A new one is a file of its own and an entry in `Benchmarks.scenarios`.
protocol Scenario: Sendable {
  /// The word that chooses it on the command line.
  static var name: String { get }

  init(_ settings: BenchmarkSettings)

  /// Measures; throws when the two sides do not agree on the result.
  func run() async throws -> [Measurement]
}
