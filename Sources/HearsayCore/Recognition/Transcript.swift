// SPDX-License-Identifier: Apache-2.0

/// The final result of a listening session.
public struct Transcript: Sendable, Hashable {
  /// The session that it belongs to; `nil` when nothing was listening.
  public var sessionID: ListeningID?
  /// Everything that was understood: the text of the segments joined by single spaces.
  public var text: String
  /// The finished stretches of speech, in order.
  public var segments: [TranscriptSegment]
  /// How much audio was decoded.
  public var audioDuration: Duration
  /// How many frames of the microphone were lost, by a full buffer or by the audio server.
  public var droppedFrames: Int

  /// Makes a transcript out of its segments.
  ///
  /// - Parameters:
  ///   - sessionID: The session that it belongs to.
  ///   - segments: The finished stretches of speech, in order.
  ///   - audioDuration: How much audio was decoded.
  ///   - droppedFrames: How many captured frames were lost.
  public init(
    sessionID: ListeningID?, segments: [TranscriptSegment], audioDuration: Duration = .zero, droppedFrames: Int = 0
  ) {
    self.sessionID = sessionID
    self.segments = segments
    self.audioDuration = audioDuration
    self.droppedFrames = droppedFrames
    text = segments.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The result of stopping when nothing was listening.
  public static let empty = Transcript(sessionID: nil, segments: [])
}
