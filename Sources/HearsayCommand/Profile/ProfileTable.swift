// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A profile as a table for people, and as JSON.
enum ProfileTable {
  /// The lines of the table; times in milliseconds.
  static func lines(_ profile: Profile) -> [String] {
    let report = profile.report
    var rows = [["", "count", "min", "median", "p95", "p99", "max", "ms"]]
    for path in LatencyPath.allCases {
      guard let statistics = report.paths[path] else { continue }
      rows.append(
        [path.title, String(statistics.count)] + times(of: statistics).map { milliseconds($0.1) } + [""])
    }
    return TextTable.lines(rows) + [""]
      + TextTable.lines(facts(profile).map { [$0.title, $0.text] })
  }

  /// One object for each path, and one for the run.
  static func objects(_ profile: Profile) -> [JSONValue] {
    let report = profile.report
    let paths = LatencyPath.allCases.compactMap { path -> JSONValue? in
      guard let statistics = report.paths[path] else { return nil }
      var payload: [String: JSONValue] = [
        "path": .text(path.rawValue), "count": .integer(Int64(statistics.count)),
      ]
      for (name, time) in times(of: statistics) { payload["\(name)Seconds"] = .number(time.inSeconds) }
      return EventObject.make("hearsay://latency", payload)
    }
    var payload: [String: JSONValue] = ["quantum": profile.quantum.map { .integer(Int64($0)) } ?? .null]
    for fact in facts(profile) { payload[fact.name] = fact.value }
    return paths + [EventObject.make("hearsay://profile", payload)]
  }

  /// A fact of the run.
  struct Fact {
    let name: String
    let title: String
    let value: JSONValue
    let text: String
  }

  static func facts(_ profile: Profile) -> [Fact] {
    let report = profile.report
    var facts = [
      Fact(
        name: "audioSeconds", title: "audio decoded", value: EventObject.seconds(report.decodedDuration),
        text: "\(decimals(report.decodedDuration.inSeconds, 2)) s in \(report.listeningCount) sessions")
    ]
    if let factor = report.realTimeFactor {
      facts.append(
        Fact(
          name: "realTimeFactor", title: "decoder's time a second of audio", value: .number(factor),
          text: "\(decimals(factor, 3)) s"))
    }
    return facts + [
      Fact(
        name: "droppedFrames", title: "frames lost", value: .integer(Int64(report.droppedFrames)),
        text: String(report.droppedFrames)),
      Fact(
        name: "utterances", title: "utterances", value: .integer(Int64(report.utteranceCount)),
        text: String(report.utteranceCount)),
      Fact(
        name: "processorSeconds", title: "processor time", value: EventObject.seconds(profile.usage.processorTime),
        text: "\(decimals(profile.usage.processorTime.inSeconds, 2)) s of \(decimals(profile.duration.inSeconds, 2)) s"),
      Fact(
        name: "wakeups", title: "wake-ups of all threads", value: .integer(Int64(profile.usage.wakeUps)),
        text: String(profile.usage.wakeUps)),
      Fact(
        name: "peakMemoryBytes", title: "most memory held", value: .integer(Int64(profile.usage.peakMemory)),
        text: "\(decimals(Double(profile.usage.peakMemory) / 1e6, 1)) MB"),
    ]
  }

  /// The numbers of a spread in the order of the table.
  static func times(of statistics: LatencyStatistics) -> [(String, Duration)] {
    [
      ("min", statistics.minimum), ("median", statistics.median), ("p95", statistics.percentile95),
      ("p99", statistics.percentile99), ("max", statistics.maximum),
    ]
  }

  static func milliseconds(_ duration: Duration) -> String { decimals(duration.inSeconds * 1000, 2) }

  static func decimals(_ number: Double, _ count: Int) -> String {
    number.formatted(
      .number.precision(.fractionLength(count)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}
