// SPDX-License-Identifier: Apache-2.0

/// All scenarios, in the order in which they run.
enum Benchmarks {
  static let scenarios: [any Scenario.Type] = [
    RingScenario.self, HandoffScenario.self, DecodeScenario.self, LiveScenario.self, TranscribeScenario.self,
    SayScenario.self, ScaleScenario.self, IdleScenario.self,
  ]

  static var names: [String] { scenarios.map { $0.name } }
}
