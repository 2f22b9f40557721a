// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite struct UtteranceSegmenterTests {
  private func pieces(_ text: String, limit: Int = 400, first: Int = 160) -> [String] {
    var segmenter = UtteranceSegmenter(text, pieceLimit: limit, firstPieceLimit: first)
    var pieces: [String] = []
    while let piece = segmenter.next() { pieces.append(piece.text) }
    return pieces
  }

  @Test("the first piece is the first sentence, and the next takes as many as fit")
  func firstSentence() {
    #expect(pieces("One. Two. Three.", limit: 20) == ["One.", "Two. Three."])
    #expect(pieces("One. Two. Three. Four five six.", limit: 14) == ["One.", "Two. Three.", "Four five six."])
  }

  @Test(
    "full stops that end no sentence do not cut",
    arguments: ["It is 3.14 now", "Ask Dr. Smith now", "J. S. Bach wrote it", "e.g. this one", "wait... for it"])
  func abbreviations(_ text: String) { #expect(pieces(text) == [text]) }

  @Test("sentences end at the marks of other scripts")
  func otherScripts() {
    #expect(pieces("你好。再见！") == ["你好。", "再见！"])
    #expect(pieces("كيف حالك؟ بخير") == ["كيف حالك؟", "بخير"])
    #expect(pieces("यह है। वह है।") == ["यह है।", "वह है।"])
  }

  @Test("a closing quote belongs to the sentence before it")
  func quotes() { #expect(pieces("“Go.” She went.") == ["“Go.”", "She went."]) }

  @Test("an empty line ends a piece, a single line break does not")
  func paragraphs() {
    #expect(pieces("Title\n\nText goes\non") == ["Title", "Text goes\non"])
    #expect(pieces("Title\r\n\r\nText") == ["Title", "Text"])
  }

  @Test("a long sentence is cut at a clause, else at white space, else at the limit")
  func fallbacks() {
    #expect(pieces("aaa bbb, ccc ddd", limit: 14, first: 14) == ["aaa bbb,", "ccc ddd"])
    #expect(pieces("aaa bbb ccc ddd", limit: 9, first: 9) == ["aaa bbb", "ccc ddd"])
    #expect(pieces("aaa bbb ccc", limit: 7, first: 7) == ["aaa bbb", "ccc"])
    #expect(pieces("abcdefgh", limit: 3, first: 3) == ["abc", "def", "gh"])
  }

  @Test("no character is ever cut")
  func graphemes() {
    let family = "👩‍👩‍👧‍👦"
    let text = String(repeating: family, count: 50)
    #expect(pieces(text, limit: 7, first: 7).joined() == text)
    #expect(pieces(text, limit: 7, first: 7).allSatisfy { $0.allSatisfy { String($0) == family } })
  }

  @Test("a text of white space has no piece")
  func blank() {
    #expect(pieces("") == [])
    #expect(pieces(" \n\t ") == [])
  }

  @Test("every offset points to the piece's place in the text, whatever the text", arguments: 0..<50)
  func offsets(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [Character] = ["a", "B", "é", "e\u{301}", "👩‍👧", "。", ".", ",", " ", " ", "\n", "\r\n", "!", "”", "ß"]
    let text = String((0..<500).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
    let characters = Array(text)
    let scalars = Array(text.unicodeScalars)
    var segmenter = UtteranceSegmenter(text, pieceLimit: 23, firstPieceLimit: 9)
    var covered = 0
    var wasLast = false
    while let piece = segmenter.next() {
      #expect(!wasLast)
      #expect(characters[covered..<piece.characterOffset].allSatisfy { $0.isWhitespace })
      covered = piece.characterOffset + piece.characterCount
      #expect(String(characters[piece.characterOffset..<covered]) == piece.text)
      let count = piece.text.unicodeScalars.count
      #expect(Array(piece.text.unicodeScalars) == Array(scalars[piece.scalarOffset..<(piece.scalarOffset + count)]))
      #expect(piece.characterCount <= 23 + 8)
      wasLast = piece.isLast
    }
    #expect(wasLast || text.allSatisfy { $0.isWhitespace })
    #expect(characters[covered...].allSatisfy { $0.isWhitespace })
    #expect(segmenter.characterOffset == characters.count)
  }

  @Test("the first piece of a million characters costs no look at the rest")
  func lazily() {
    let text = "Hello there. " + String(repeating: "Word ", count: 200_000)
    var segmenter = UtteranceSegmenter(text)

    let clock = ContinuousClock()
    var piece: UtterancePiece?
    let first = clock.measure { piece = segmenter.next() }
    let rest = clock.measure { while segmenter.next() != nil {} }

    #expect(piece?.text == "Hello there.")
    #expect(first * 20 < rest)
    #expect(segmenter.characterOffset == text.count)
  }
}
