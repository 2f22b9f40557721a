// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct SpeechTimelineTests {
  private typealias Mark = SynthesisBlock.WordMark

  private func piece(_ text: String, at characters: Int = 0, scalars: Int = 0) -> UtterancePiece {
    UtterancePiece(
      text: text, characterOffset: characters, characterCount: text.count, scalarOffset: scalars, isLast: true)
  }

  @Test("started comes with the first frame heard, before its words, and once")
  func started() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("one two"))
    timeline.blockArrived(
      frames: 100,
      marks: [Mark(scalarOffset: 0, scalarCount: 3, sample: 0), Mark(scalarOffset: 4, scalarCount: 3, sample: 50)])

    #expect(timeline.heard(0) == [])
    #expect(timeline.heard(1) == [.started, .word(location: 0, length: 3)])
    #expect(timeline.heard(50) == [])
    #expect(timeline.heard(51) == [.word(location: 4, length: 3)])
    #expect(timeline.heard(100) == [])
  }

  @Test("words count characters of the whole text, not scalars of the piece")
  func characters() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("e\u{301}e\u{301} 👩‍👧 x", at: 10, scalars: 30))
    timeline.blockArrived(
      frames: 10,
      marks: [
        Mark(scalarOffset: 0, scalarCount: 4, sample: 0), Mark(scalarOffset: 5, scalarCount: 3, sample: 1),
        Mark(scalarOffset: 9, scalarCount: 1, sample: 2),
      ])

    #expect(
      timeline.heard(10) == [
        .started, .word(location: 10, length: 2), .word(location: 13, length: 1), .word(location: 15, length: 1),
      ])
  }

  @Test("a word that the engine places behind its predecessor in the text is left out")
  func neverBack() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("one two three"))
    timeline.blockArrived(
      frames: 10,
      marks: [
        Mark(scalarOffset: 4, scalarCount: 3, sample: 5), Mark(scalarOffset: 0, scalarCount: 3, sample: 6),
        Mark(scalarOffset: 4, scalarCount: 3, sample: 7), Mark(scalarOffset: 8, scalarCount: 5, sample: 1),
      ])

    #expect(timeline.heard(5) == [.started])
    // The last one is placed too early in the audio: it waits for its predecessor.
    #expect(timeline.heard(6) == [.word(location: 4, length: 3), .word(location: 8, length: 5)])
  }

  @Test("marks that point outside the piece or its audio end within both")
  func outside() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("one"))
    timeline.blockArrived(
      frames: 10,
      marks: [
        Mark(scalarOffset: -5, scalarCount: -1, sample: -3), Mark(scalarOffset: 99, scalarCount: 99, sample: 999),
      ])
    timeline.pieceEnded()

    #expect(timeline.heard(9) == [.started, .word(location: 0, length: 1)])
    #expect(timeline.heard(10) == [.word(location: 2, length: 1)])
    #expect(timeline.spokenCharacters == 3)
  }

  @Test("the characters spoken go to the end of the last word begun, or of the last piece heard")
  func spoken() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("one two."))
    timeline.blockArrived(frames: 10, marks: [Mark(scalarOffset: 0, scalarCount: 3, sample: 0)])
    timeline.pieceEnded()
    timeline.pieceBegan(piece("three", at: 9))
    timeline.blockArrived(frames: 10, marks: [])

    #expect(timeline.spokenCharacters == 0)
    _ = timeline.heard(5)
    #expect(timeline.spokenCharacters == 3)
    _ = timeline.heard(10)
    #expect(timeline.spokenCharacters == 8)
    _ = timeline.heard(20)
    #expect(timeline.spokenCharacters == 8)
    timeline.pieceEnded()
    _ = timeline.heard(20)
    #expect(timeline.spokenCharacters == 14)
  }

  @Test("marks count samples from their own piece's first one")
  func secondPiece() {
    var timeline = SpeechTimeline()
    timeline.pieceBegan(piece("one."))
    timeline.blockArrived(frames: 100, marks: [])
    timeline.pieceEnded()
    timeline.pieceBegan(piece("two", at: 5))
    timeline.blockArrived(frames: 50, marks: [Mark(scalarOffset: 0, scalarCount: 3, sample: 20)])

    #expect(timeline.heard(120) == [.started])
    #expect(timeline.heard(121) == [.word(location: 5, length: 3)])
  }
}
