// SPDX-License-Identifier: Apache-2.0

// Pure: no lock, clock or task. Each step looks at one piece's characters only, so that a book costs no more than its
// first sentence before the first sound.

/// Cuts a text into pieces that an engine can render one by one, each at the best place within its limit.
///
/// The best place is the end of a sentence or paragraph, then a clause, then white space, then the limit itself, never
/// inside a character. The first piece ends with its first sentence, so that the first sound comes early; later ones
/// are filled with as many sentences as fit, so that the engine sees enough to find its melody.
package struct UtteranceSegmenter: Sendable {
  /// The most characters a piece has.
  package static let pieceLimit = 400
  /// The most characters the first piece has.
  package static let firstPieceLimit = 160

  private let text: String
  private var position: String.Index
  private var isFirst = true
  private let pieceLimit: Int
  private let firstPieceLimit: Int

  /// Where the next piece begins, in characters; the number of all once there is none.
  package private(set) var characterOffset = 0
  /// Where the next piece begins, in Unicode scalars.
  package private(set) var scalarOffset = 0

  package init(_ text: String, pieceLimit: Int = Self.pieceLimit, firstPieceLimit: Int = Self.firstPieceLimit) {
    self.text = text
    self.pieceLimit = max(1, pieceLimit)
    self.firstPieceLimit = max(1, min(firstPieceLimit, pieceLimit))
    position = text.startIndex
  }

  /// The next piece, without the white space around it; `nil` at the end.
  package mutating func next() -> UtterancePiece? {
    skipSpace()
    guard position < text.endIndex else { return nil }
    let cut = findCut(limit: isFirst ? firstPieceLimit : pieceLimit, takesFirstSentence: isFirst)
    isFirst = false
    var end = cut
    while end > position, text[text.index(before: end)].isWhitespace { end = text.index(before: end) }
    let piece = String(text[position..<end])
    let start = (character: characterOffset, scalar: scalarOffset)
    let characterCount = advance(to: end)
    skipSpace()
    return UtterancePiece(
      text: piece, characterOffset: start.character, characterCount: characterCount, scalarOffset: start.scalar,
      isLast: position == text.endIndex)
  }

  private mutating func skipSpace() {
    var end = position
    while end < text.endIndex, text[end].isWhitespace { end = text.index(after: end) }
    _ = advance(to: end)
  }

  private mutating func advance(to end: String.Index) -> Int {
    let count = text.distance(from: position, to: end)
    characterOffset += count
    scalarOffset += text.unicodeScalars.distance(from: position, to: end)
    position = end
    return count
  }

  /// The end of the piece that begins at `position`.
  private func findCut(limit: Int, takesFirstSentence: Bool) -> String.Index {
    var sentence: String.Index?
    var clause: String.Index?
    var space: String.Index?
    var index = position
    var count = 0
    var scalars = 0
    // A character may be a pile of any number of scalars: those are limited too.
    while index < text.endIndex, count < limit, scalars < limit * 4 {
      let character = text[index]
      let after = text.index(after: index)
      count += 1
      scalars += character.unicodeScalars.count
      if character.isWhitespace {
        space = after
        if character.isNewline, after < text.endIndex, text[after].isNewline { sentence = after }
      } else if endsSentence(character, at: index) {
        sentence = skipClosers(from: after)
      } else if endsClause(character, before: after) {
        clause = after
      }
      if takesFirstSentence, let sentence { return sentence }
      index = after
    }
    // What is left fits: no cut is better than the end.
    if index == text.endIndex { return index }
    // A word that ends with the limit needs no cut before it.
    if text[index].isWhitespace { space = index }
    return sentence ?? clause ?? space ?? index
  }

  private func endsSentence(_ character: Character, at index: String.Index) -> Bool {
    if SpeechPunctuation.wideSentenceEnds.contains(character) { return true }
    guard SpeechPunctuation.sentenceEnds.contains(character) else { return false }
    let after = skipClosers(from: text.index(after: index))
    guard after < text.endIndex else { return true }
    guard text[after].isWhitespace else { return false }
    return character != "." || !isAbbreviation(before: index, next: after)
  }

  private func endsClause(_ character: Character, before after: String.Index) -> Bool {
    if SpeechPunctuation.wideClauseEnds.contains(character) { return true }
    guard SpeechPunctuation.clauseEnds.contains(character) else { return false }
    return after < text.endIndex && text[after].isWhitespace
  }

  /// At most eight quotes and brackets belong to the sentence before them.
  private func skipClosers(from start: String.Index) -> String.Index {
    var index = start
    var count = 0
    while count < 8, index < text.endIndex, SpeechPunctuation.closers.contains(text[index]) {
      index = text.index(after: index)
      count += 1
    }
    return index
  }

  /// Whether the full stop at `index` more likely ends an abbreviation: an initial, a title, or before a small letter.
  private func isAbbreviation(before index: String.Index, next: String.Index) -> Bool {
    var following = next
    var skipped = 0
    while skipped < 8, following < text.endIndex, text[following].isWhitespace {
      following = text.index(after: following)
      skipped += 1
    }
    if following < text.endIndex, text[following].isLowercase { return true }
    var start = index
    while start > position, text.distance(from: start, to: index) < 6 {
      let before = text.index(before: start)
      guard text[before].isLetter else { break }
      start = before
    }
    let word = text[start..<index]
    if word.count == 1 { return true }
    return SpeechPunctuation.titles.contains(word.lowercased())
  }
}
