// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What counts and ratios may be at most, by scenario and name.
struct Budgets: Decodable {
  private let budgets: [String: Double]

  static func read(_ file: String) throws -> Budgets {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BenchmarkFailure("The budgets \(file) cannot be read.")
    }
    do {
      return try JSONDecoder().decode(Budgets.self, from: data)
    } catch {
      throw BenchmarkFailure("The budgets \(file) are not of the form {\"budgets\": {\"name\": number}}: \(error)")
    }
  }

  /// A sentence for each budget of the scenarios that ran which is exceeded, or has no measurement.
  func violations(in report: BenchmarkReport) -> [String] {
    var found: [String: Measurement] = [:]
    for section in report.scenarios {
      for measurement in section.measurements { found["\(section.scenario): \(measurement.name)"] = measurement }
    }
    return budgets.sorted { $0.key < $1.key }.compactMap { name, most in
      let scenario = name.prefix { $0 != ":" }
      guard report.scenarios.contains(where: { $0.scenario == scenario }) else { return nil }
      guard let measurement = found[name] else {
        return "\(name): there is no such measurement, which may be \(most) at most."
      }
      guard measurement.note == nil, measurement.median > most else { return nil }
      return "\(name): \(measurement.median) \(measurement.unit), which may be \(most) at most."
    }
  }
}
