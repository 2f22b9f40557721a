// SPDX-License-Identifier: Apache-2.0

/// What happens to an utterance, at the moment it is heard.
public struct SynthesisEvent: Sendable, Hashable {
  /// The kinds of event.
  public enum Kind: Sendable, Hashable {
    /// The first sample is heard.
    case started
    /// The word is being heard; the range counts characters of the utterance's text.
    case word(location: Int, length: Int)
    /// It was paused; nothing of it is heard until `continued`, which may never come when it is cancelled meanwhile.
    case paused
    /// It goes on where it was paused.
    case continued
    /// It is over, the one end that every utterance has.
    ///
    /// `finished` is false when it was cancelled or failed; `spokenCharacters` counts the characters heard.
    case ended(finished: Bool, spokenCharacters: Int)
  }

  /// The utterance.
  public var utteranceID: Utterance.ID
  /// What happened.
  public var kind: Kind
  /// When it happened.
  public var time: MonotonicTime

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - utteranceID: The utterance.
  ///   - kind: What happened.
  ///   - time: When it happened.
  public init(utteranceID: Utterance.ID, kind: Kind, time: MonotonicTime = .now) {
    self.utteranceID = utteranceID
    self.kind = kind
    self.time = time
  }
}
