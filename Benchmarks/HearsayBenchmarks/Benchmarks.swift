// SPDX-License-Identifier: Apache-2.0

/// All scenarios, in the order in which they run.
enum Benchmarks {
  static let scenarios: [any Scenario.Type] = [RingScenario.self, DecodeScenario.self]

  static var names: [String] { scenarios.map { $0.name } }
}
