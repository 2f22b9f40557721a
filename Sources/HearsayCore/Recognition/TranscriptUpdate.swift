// SPDX-License-Identifier: Apache-2.0

/// A live result: replaces the one before, is never to be appended to it.
public struct TranscriptUpdate: Sendable, Hashable {
  /// The session that it belongs to.
  public var sessionID: ListeningID
  /// The whole text of the session so far.
  public var text: String
  /// Whether this is the session's one final.
  public var isFinal: Bool
  /// The finished segments so far; with `isFinal` all of them, whose texts joined equal `text`.
  public var segments: [TranscriptSegment]
  /// Counts the session's updates from zero; a reader that falls behind sees holes where newer ones replaced older.
  public var sequenceNumber: Int
  /// How much of the session's audio this result has heard.
  public var audioTime: Duration
  /// When the result was published.
  public var time: MonotonicTime

  /// Makes an update.
  ///
  /// - Parameters:
  ///   - sessionID: The session that it belongs to.
  ///   - text: The whole text so far.
  ///   - isFinal: Whether this is the session's one final.
  ///   - segments: The finished segments so far.
  ///   - sequenceNumber: The number of the update in its session.
  ///   - audioTime: How much of the session's audio was heard.
  ///   - time: When the result was published.
  public init(
    sessionID: ListeningID, text: String, isFinal: Bool, segments: [TranscriptSegment], sequenceNumber: Int,
    audioTime: Duration, time: MonotonicTime = .now
  ) {
    self.sessionID = sessionID
    self.text = text
    self.isFinal = isFinal
    self.segments = segments
    self.sequenceNumber = sequenceNumber
    self.audioTime = audioTime
    self.time = time
  }
}
