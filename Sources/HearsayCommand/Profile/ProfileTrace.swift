// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A profile in the Trace Event Format, which Perfetto and chrome://tracing open.
///
/// The format is described in Google's document "Trace Event Format": complete events (`X`) with a start and a duration
/// in microseconds, instants (`i`), and metadata (`M`) that names the rows.
enum ProfileTrace {
  private enum Row: Int64, CaseIterable {
    case server = 1
    case ring, decoder, results, queue, voice, output

    var title: String {
      switch self {
      case .server: "captured → in the ring"
      case .ring: "in the ring → taken"
      case .decoder: "decoding"
      case .results: "results"
      case .queue: "utterance waits"
      case .voice: "rendering"
      case .output: "playing"
      }
    }
  }

  /// The whole file.
  static func file(_ profile: Profile) -> String {
    let moments = profile.records.map { record in
      record.stage == .delivered ? min(record.time, MonotonicTime(nanoseconds: record.value)) : record.time
    }
    let origin = moments.min() ?? MonotonicTime(nanoseconds: 0)
    var events = Row.allCases.map { row -> JSONValue in
      .object([
        "ph": "M", "name": "thread_name", "pid": .integer(1), "tid": .integer(row.rawValue),
        "args": .object(["name": .text(row.title)]),
      ])
    }
    events += spans(profile.records, origin)
    events += results(profile, origin)
    return JSONValue.object(["traceEvents": .list(events), "displayTimeUnit": "ms"]).line
  }

  private static func spans(_ records: [TraceRecord], _ origin: MonotonicTime) -> [JSONValue] {
    var last: [TraceStage: [UInt64: TraceRecord]] = [:]
    var deliveries: [UInt64: [TraceRecord]] = [:]
    var events: [JSONValue] = []
    func span(_ row: Row, _ name: String, from start: TraceRecord?, to end: TraceRecord) {
      guard let start, start.time <= end.time else { return }
      events.append(complete(row, name, start.time, end.time, origin, subject: end.subject))
    }
    for record in records {
      func earlier(_ stage: TraceStage) -> TraceRecord? { last[stage]?[record.subject] }
      switch record.stage {
      case .delivered:
        deliveries[record.subject, default: []].append(record)
        let captured = MonotonicTime(nanoseconds: record.value)
        if captured <= record.time {
          events.append(complete(.server, "captured", captured, record.time, origin, subject: record.subject))
        }
      case .taken:
        let delivery = deliveries[record.subject]?.first { $0.position >= record.value }
        deliveries[record.subject]?.removeAll { $0.position < record.value }
        span(.ring, "in the ring", from: delivery, to: record)
      case .decoded: span(.decoder, "decode", from: earlier(.taken), to: record)
      case .finalPublished: span(.results, "stop to final", from: earlier(.stopRequested), to: record)
      case .speechBegan: span(.queue, "waits", from: earlier(.speakRequested), to: record)
      case .rendered: span(.voice, "render", from: earlier(.speechBegan), to: record)
      case .firstHeard: span(.output, "written to heard", from: earlier(.written), to: record)
      case .lastHeard: span(.output, "heard", from: earlier(.firstHeard), to: record)
      default: break
      }
      last[record.stage, default: [:]][record.subject] = record
    }
    return events
  }

  private static func results(_ profile: Profile, _ origin: MonotonicTime) -> [JSONValue] {
    profile.listenings.flatMap { listening in
      listening.updates.map { update in
        .object([
          "ph": "i", "s": "t", "name": .text(update.text.isEmpty ? "(nothing)" : update.text),
          "cat": .text(update.isFinal ? "final" : "partial"), "pid": .integer(1), "tid": .integer(Row.results.rawValue),
          "ts": microseconds(update.time - origin),
          "args": .object(["session": .integer(Int64(clamping: update.sessionID.rawValue))]),
        ])
      }
    }
  }

  private static func complete(
    _ row: Row, _ name: String, _ start: MonotonicTime, _ end: MonotonicTime, _ origin: MonotonicTime, subject: UInt64
  ) -> JSONValue {
    .object([
      "ph": "X", "name": .text(name), "cat": "hearsay", "pid": .integer(1), "tid": .integer(row.rawValue),
      "ts": microseconds(start - origin), "dur": microseconds(end - start),
      "args": .object(["subject": .integer(Int64(clamping: subject))]),
    ])
  }

  private static func microseconds(_ duration: Duration) -> JSONValue {
    .number((duration.inSeconds * 1e9).rounded() / 1e3)
  }
}
