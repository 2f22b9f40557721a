// SPDX-License-Identifier: Apache-2.0

/// A stretch of an utterance that is rendered in one go, and so bounds the memory and the delay of doing so.
public struct SynthesisPiece: Sendable, Hashable {
  /// The text of the piece.
  public var text: String
  /// The `Voice.id` to speak with; `nil` is the engine's default voice.
  public var voice: String?
  /// The speed, 0.5…2.
  public var rate: Double
  /// The pitch, 0.5…2.
  public var pitchMultiplier: Double
  /// The loudness, 0…1.
  public var volume: Double
  /// Whether more of the same utterance follows, so that the engine leaves its usual pause behind a sentence.
  public var isContinued: Bool

  /// Makes a piece of `utterance`.
  ///
  /// - Parameters:
  ///   - text: The part of the utterance's text.
  ///   - utterance: Where voice, rate, pitch and volume come from.
  ///   - isContinued: Whether more of the same utterance follows.
  public init(_ text: String, of utterance: Utterance, isContinued: Bool = false) {
    self.text = text
    voice = utterance.voice
    rate = utterance.rate
    pitchMultiplier = utterance.pitchMultiplier
    volume = utterance.volume
    self.isContinued = isContinued
  }
}
