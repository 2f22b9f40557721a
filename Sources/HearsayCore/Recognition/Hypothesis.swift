// SPDX-License-Identifier: Apache-2.0

/// What a decoder believes was said in the open utterance: the whole of it, never a delta.
public struct Hypothesis: Sendable, Hashable {
  /// The text, without fillers and pronunciation marks; empty when nothing was understood.
  public var text: String
  /// The words with their times, relative to the first sample of the utterance; `nil` where the engine has none.
  public var words: [TranscriptWord]?

  /// Makes a hypothesis.
  ///
  /// - Parameters:
  ///   - text: The whole text so far.
  ///   - words: The words with their times.
  public init(text: String, words: [TranscriptWord]? = nil) {
    self.text = text
    self.words = words
  }

  /// Nothing understood.
  public static let empty = Hypothesis(text: "")
}
