// SPDX-License-Identifier: Apache-2.0

/// A text to speak and how to speak it.
public struct Utterance: Sendable, Hashable {
  /// Names one utterance from `speak` to its end; never used twice in a process.
  public struct ID: Sendable, Hashable, CustomStringConvertible {
    /// Counts the utterances of the process from one.
    public let rawValue: UInt64

    /// Makes an identifier from its number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The number, as text.
    public var description: String { String(rawValue) }
  }

  /// What to say: plain text, never read as markup.
  public var text: String
  /// The `Voice.id` to speak with; `nil` is the engine's default voice.
  public var voice: String?
  /// The speed; 1 is the voice's normal one, 0.5…2.
  public var rate: Double
  /// The pitch; 1 is the voice's normal one, 0.5…2.
  public var pitchMultiplier: Double
  /// The loudness, 0…1.
  public var volume: Double

  /// Makes an utterance; values are checked when it is spoken.
  ///
  /// - Parameters:
  ///   - text: What to say.
  ///   - voice: The `Voice.id` to speak with; `nil` is the engine's default voice.
  ///   - rate: The speed, 0.5…2.
  ///   - pitchMultiplier: The pitch, 0.5…2.
  ///   - volume: The loudness, 0…1.
  public init(
    _ text: String, voice: String? = nil, rate: Double = 1, pitchMultiplier: Double = 1, volume: Double = 1
  ) {
    self.text = text
    self.voice = voice
    self.rate = rate
    self.pitchMultiplier = pitchMultiplier
    self.volume = volume
  }

  /// Checks the text and the numbers.
  ///
  /// - Throws: `invalid_argument` naming the value that is empty or out of range.
  public func validate() throws(VoiceError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw VoiceError(.invalidArgument, .emptyText, "The text to speak is empty; give at least one word.")
    }
    try check(rate, "rate", 0.5...2)
    try check(pitchMultiplier, "pitch multiplier", 0.5...2)
    try check(volume, "volume", 0...1)
  }

  private func check(_ value: Double, _ name: String, _ range: ClosedRange<Double>) throws(VoiceError) {
    guard range.contains(value) else {
      throw VoiceError(
        .invalidArgument, .outOfRange,
        "The \(name) \(value) is out of range; give a number from \(range.lowerBound) to \(range.upperBound).")
    }
  }
}
