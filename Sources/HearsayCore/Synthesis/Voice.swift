// SPDX-License-Identifier: Apache-2.0

/// A voice that can speak.
public struct Voice: Sendable, Hashable, Identifiable {
  /// Whether the voice sounds like a woman, a man, or neither is known.
  public enum Gender: String, Sendable, Hashable {
    /// A woman's voice.
    case female
    /// A man's voice.
    case male
    /// Not said by the engine.
    case unspecified
  }

  /// How natural the voice sounds.
  public enum Quality: String, Sendable, Hashable {
    /// Small and fast, plainly a machine.
    case compact
    /// Close to a person.
    case enhanced
  }

  /// The stable identifier that `Utterance.voice` takes.
  public var id: String
  /// The name for people.
  public var name: String
  /// The language as a BCP 47 tag, for example `en-US`.
  public var language: String
  /// Whether it sounds like a woman or a man.
  public var gender: Gender
  /// How natural it sounds.
  public var quality: Quality

  /// Makes a voice.
  ///
  /// - Parameters:
  ///   - id: The stable identifier.
  ///   - name: The name for people.
  ///   - language: The language as a BCP 47 tag.
  ///   - gender: Whether it sounds like a woman or a man.
  ///   - quality: How natural it sounds.
  public init(id: String, name: String, language: String, gender: Gender = .unspecified, quality: Quality = .compact) {
    self.id = id
    self.name = name
    self.language = language
    self.gender = gender
    self.quality = quality
  }
}
