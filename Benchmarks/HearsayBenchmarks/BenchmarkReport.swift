// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The results with the machine that they were measured on, as text or JSON.
struct BenchmarkReport: Encodable {
  struct Section: Encodable {
    let scenario: String
    let measurements: [Measurement]
  }

  let processor: String
  let processorCount: Int
  let build = "release"
  var scenarios: [Section] = []

  init() {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    processor = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    processorCount = ProcessInfo.processInfo.activeProcessorCount
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  var text: String {
    var lines = ["\(processor), \(processorCount) processors, \(build) build"]
    for section in scenarios {
      lines.append("\n\(section.scenario)")
      for measurement in section.measurements { lines.append("  " + Self.line(measurement)) }
    }
    return lines.joined(separator: "\n")
  }

  /// Tables for a page.
  var markdown: String {
    var lines = ["Measured on: \(processor), \(processorCount) processors, \(build) build.", ""]
    for section in scenarios {
      lines += ["### \(section.scenario)", "", "| what | median | from | to | runs |", "|---|---|---|---|---|"]
      for measurement in section.measurements {
        guard measurement.note == nil else { continue }
        lines.append(
          "| \(measurement.name) | \(Self.number(measurement.median)) \(measurement.unit) "
            + "| \(Self.number(measurement.minimum)) | \(Self.number(measurement.maximum)) | \(measurement.count) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ measurement: Measurement) -> String {
    let name = measurement.name.padding(toLength: 58, withPad: " ", startingAt: 0)
    if let note = measurement.note { return name + note }
    let median = "\(number(measurement.median)) \(measurement.unit)"
    guard measurement.count > 1 else { return name + median }
    return name + median
      + "  (median of \(measurement.count), \(number(measurement.minimum)) to \(number(measurement.maximum)))"
  }

  private static func number(_ value: Double) -> String { String(format: value < 100 ? "%.3f" : "%.1f", value) }
}
