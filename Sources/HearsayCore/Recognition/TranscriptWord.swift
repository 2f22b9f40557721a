// SPDX-License-Identifier: Apache-2.0

/// One recognised word and where it stands in the audio.
public struct TranscriptWord: Sendable, Hashable {
  /// The word as written.
  public var text: String
  /// Its part of the audio, from the first captured frame of the session.
  public var range: Range<Duration>

  /// Makes a word.
  ///
  /// - Parameters:
  ///   - text: The word as written.
  ///   - range: Its part of the audio.
  public init(text: String, range: Range<Duration>) {
    self.text = text
    self.range = range
  }
}
