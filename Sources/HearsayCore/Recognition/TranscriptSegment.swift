// SPDX-License-Identifier: Apache-2.0

/// A stretch of speech that will not change any more.
public struct TranscriptSegment: Sendable, Hashable {
  /// What was said; empty when nothing was understood.
  public var text: String
  /// The words with their times; `nil` where the engine has none.
  public var words: [TranscriptWord]?
  /// The part of the audio that it covers, from the first captured frame of the session.
  public var range: Range<Duration>

  /// Makes a segment.
  ///
  /// - Parameters:
  ///   - text: What was said.
  ///   - words: The words with their times.
  ///   - range: The part of the audio that it covers.
  public init(text: String, words: [TranscriptWord]? = nil, range: Range<Duration>) {
    self.text = text
    self.words = words
    self.range = range
  }
}
