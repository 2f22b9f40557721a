// SPDX-License-Identifier: Apache-2.0

/// A series of values of one quantity, or one value that says something about them.
struct Measurement: Sendable, Encodable {
  var name: String
  let unit: String
  let median: Double
  let minimum: Double
  let maximum: Double
  let count: Int
  /// Words instead of a number, such as "not available".
  var note: String?

  /// Sums up what was measured in several runs.
  init(_ name: String, unit: String, _ values: [Double]) {
    let sorted = values.sorted()
    self.name = name
    self.unit = unit
    count = sorted.count
    minimum = sorted.first ?? 0
    maximum = sorted.last ?? 0
    let middle = sorted.count / 2
    median =
      sorted.isEmpty ? 0 : sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// How one median stands to another.
  static func ratio(_ name: String, _ measured: Measurement, to baseline: Measurement) -> Measurement {
    Measurement(name, unit: "×", baseline.median > 0 ? [measured.median / baseline.median] : [])
  }

  /// How the values of each round stand to one another, so that a change of the machine's speed does not count.
  static func ratio(_ name: String, _ measured: [Double], to baseline: [Double]) -> Measurement {
    Measurement(name, unit: "×", zip(measured, baseline).filter { $1 > 0 }.map { $0 / $1 })
  }

  /// A quantity that this machine does not give.
  static func unavailable(_ name: String) -> Measurement {
    var measurement = Measurement(name, unit: "", [])
    measurement.note = "not available"
    return measurement
  }
}

extension Measurement {
  /// The value that 99 of 100 do not exceed.
  static func percentile99(_ name: String, unit: String, _ values: [Double]) -> Measurement {
    let sorted = values.sorted()
    return Measurement(name, unit: unit, sorted.isEmpty ? [] : [sorted[max(0, (sorted.count * 99 + 99) / 100 - 1)]])
  }

  /// The same under another name.
  func renamed(_ name: String) -> Measurement {
    var measurement = self
    measurement.name = name
    return measurement
  }
}
