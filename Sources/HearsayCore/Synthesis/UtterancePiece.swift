// SPDX-License-Identifier: Apache-2.0

/// A stretch of an utterance's text and where it stands there.
package struct UtterancePiece: Sendable, Hashable {
  /// The text, without white space around it.
  package var text: String
  /// Where it begins in the utterance's text, in characters.
  package var characterOffset: Int
  /// How many characters it has.
  package var characterCount: Int
  /// Where it begins in the utterance's text, in Unicode scalars.
  package var scalarOffset: Int
  /// Whether nothing but white space follows.
  package var isLast: Bool

  /// Where each character of the piece begins, in scalars, and where the last one ends.
  package func scalarStarts() -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(characterCount + 1)
    var offset = 0
    for character in text {
      starts.append(offset)
      offset += character.unicodeScalars.count
    }
    starts.append(offset)
    return starts
  }
}
