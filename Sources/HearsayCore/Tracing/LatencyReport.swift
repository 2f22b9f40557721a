// SPDX-License-Identifier: Apache-2.0

/// Where the time between microphone and text, and between text and ear, was spent.
public struct LatencyReport: Sendable, Hashable {
  /// The spread of each stretch that occurred.
  public let paths: [LatencyPath: LatencyStatistics]
  /// How many listening sessions left entries.
  public let listeningCount: Int
  /// How many utterances left entries.
  public let utteranceCount: Int
  /// How much audio was decoded.
  public let decodedDuration: Duration
  /// The recognizer's time for a second of audio; `nil` when nothing was decoded.
  public let realTimeFactor: Double?
  /// How many frames were missing.
  public let droppedFrames: Int
  /// What the process used meanwhile, its other work included; `nil` when nobody looked.
  public let usage: ProcessUsage?

  /// Reckons a report out of entries.
  ///
  /// An entry whose partner is missing, because newer ones replaced it, is left out.
  ///
  /// - Parameters:
  ///   - records: The entries, in the order of their recording.
  ///   - sampleRate: The rate of the captured audio, in Hz.
  ///   - usage: What the process used meanwhile.
  public init(_ records: [TraceRecord], sampleRate: Int, usage: ProcessUsage? = nil) {
    let trips = LatencyTrips(records, sampleRate: sampleRate)
    paths = trips.durations.compactMapValues(LatencyStatistics.init)
    listeningCount = trips.sessions.count
    utteranceCount = trips.utterances.count
    decodedDuration = AudioFormat(sampleRate: sampleRate).duration(ofFrames: trips.decodedFrames)
    realTimeFactor =
      trips.decodedFrames == 0
      ? nil : Double(trips.decodingNanoseconds) / 1e9 * Double(max(1, sampleRate)) / Double(trips.decodedFrames)
    droppedFrames = trips.droppedFrames
    self.usage = usage
  }

  /// The single durations behind a report, in the order in which they ended.
  ///
  /// - Parameters:
  ///   - records: The entries, in the order of their recording.
  ///   - sampleRate: The rate of the captured audio, in Hz.
  /// - Returns: The durations of each path that occurred.
  public static func durations(_ records: [TraceRecord], sampleRate: Int) -> [LatencyPath: [Duration]] {
    LatencyTrips(records, sampleRate: sampleRate).durations
  }
}
