// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// What a profiled run has left: the trace, its report, and what was heard and said.
struct Profile: Sendable {
  /// A listening session.
  struct Listening: Sendable {
    let id: ListeningID
    /// What was played, or the microphone's name.
    let source: String
    /// The greatest sample of each stretch of `peakDuration`, from the session's first frame on.
    var peaks: [Float] = []
    var updates: [TranscriptUpdate] = []
  }

  /// An utterance.
  struct Speaking: Sendable {
    let id: Utterance.ID
    let text: String
  }

  static let peakDuration = Duration.milliseconds(10)

  let sampleRate: Int
  /// The frames of a graph cycle; `nil` when the clients chose it.
  let quantum: Int?
  let records: [TraceRecord]
  let listenings: [Listening]
  let speakings: [Speaking]
  let usage: ProcessUsage
  /// How long the run took.
  let duration: Duration

  var report: LatencyReport { LatencyReport(records, sampleRate: sampleRate, usage: usage) }
}

extension LatencyPath {
  /// The path in a few words, for people.
  var title: String {
    switch self {
    case .captureToRing: "captured → in the ring"
    case .ringToChunk: "in the ring → taken as a chunk"
    case .chunkToDecoded: "chunk → decoded"
    case .decodedToPartial: "decoded → partial published"
    case .captureToPartial: "captured → partial published"
    case .publishedToReceived: "published → received"
    case .stopToFinal: "stop → final published"
    case .speakToBegin: "speak → begun"
    case .beginToRendered: "begun → first samples rendered"
    case .renderedToWritten: "rendered → written to the output"
    case .writtenToHeard: "written → first sample heard"
    case .speakToHeard: "speak → first sample heard"
    case .heardToEnd: "first → last sample heard"
    }
  }
}
