// SPDX-License-Identifier: Apache-2.0

/// What a decoder believes was said: stretches of speech that it has finished, and the open one after them.
///
/// A decoder may cut an utterance at pauses, so that neither its memory nor the time of its final result grows with how
/// long somebody talks. What it has finished never changes; the open text is replaced as a whole each time.
public struct Hypothesis: Sendable, Hashable {
  /// The stretches that were finished since the hypothesis before, with times from the utterance's first sample.
  public var finished: [TranscriptSegment]
  /// The text of the open stretch, without fillers and pronunciation marks; empty when nothing was understood.
  public var text: String
  /// The words of the open stretch, with times from the utterance's first sample; `nil` where the engine has none.
  public var words: [TranscriptWord]?

  /// Makes a hypothesis.
  ///
  /// - Parameters:
  ///   - finished: The stretches finished since the hypothesis before.
  ///   - text: The whole text of the open stretch.
  ///   - words: The words of the open stretch.
  public init(finished: [TranscriptSegment] = [], text: String, words: [TranscriptWord]? = nil) {
    self.finished = finished
    self.text = text
    self.words = words
  }

  /// Nothing understood.
  public static let empty = Hypothesis(text: "")
}
