// SPDX-License-Identifier: Apache-2.0

/// What of one utterance was written, and what its listener has been told: a pure state machine over frame numbers.
///
/// Frames count within the utterance. Words come out in the order of the text, each when its first frame is heard; one
/// that an engine places behind its predecessor in the text is left out.
package struct SpeechTimeline: Sendable {
  private struct Word {
    var frame: Int
    var location: Int
    var length: Int
  }

  private struct PieceEnd {
    var frame: Int
    var characters: Int
  }

  private var piece: UtterancePiece?
  private var scalarStarts: [Int] = []
  private var pieceStart = 0
  private var words: [Word] = []
  private var nextWord = 0
  private var pieceEnds: [PieceEnd] = []
  private var lastLocation = -1
  private var lastFrame = 0
  private var hasStarted = false

  /// How many frames the engine has delivered so far.
  package private(set) var frameCount = 0
  /// How many characters of the text have been heard: to the end of the last word or piece.
  package private(set) var spokenCharacters = 0

  package init() {}

  package mutating func pieceBegan(_ piece: UtterancePiece) {
    self.piece = piece
    scalarStarts = piece.scalarStarts()
    pieceStart = frameCount
  }

  package mutating func blockArrived(frames: Int, marks: [SynthesisBlock.WordMark]) {
    for mark in marks { place(mark) }
    frameCount += frames
  }

  package mutating func pieceEnded() {
    guard let piece else { return }
    // No word of a piece is later than its last frame.
    let last = max(0, frameCount - 1)
    for index in nextWord..<words.count { words[index].frame = min(words[index].frame, last) }
    lastFrame = min(lastFrame, last)
    pieceEnds.append(PieceEnd(frame: frameCount, characters: piece.characterOffset + piece.characterCount))
    self.piece = nil
  }

  /// What there is to tell now that `frames` of the utterance have been heard.
  package mutating func heard(_ frames: Int) -> [SynthesisEvent.Kind] {
    guard frames > 0 else { return [] }
    var events: [SynthesisEvent.Kind] = []
    if !hasStarted {
      hasStarted = true
      events.append(.started)
    }
    // A word's first frame is heard once more frames than its number have been.
    while nextWord < words.count, words[nextWord].frame < frames {
      let word = words[nextWord]
      nextWord += 1
      events.append(.word(location: word.location, length: word.length))
      spokenCharacters = max(spokenCharacters, word.location + word.length)
    }
    while let end = pieceEnds.first, end.frame <= frames {
      pieceEnds.removeFirst()
      spokenCharacters = max(spokenCharacters, end.characters)
    }
    if nextWord == words.count || nextWord >= 256 {
      words.removeFirst(nextWord)
      nextWord = 0
    }
    return events
  }

  /// The first frame, `frames` or a later one, at which a word begins; `nil` while none is known.
  package func wordStart(from frames: Int) -> Int? {
    words[nextWord...].first { $0.frame >= frames }?.frame
  }

  private mutating func place(_ mark: SynthesisBlock.WordMark) {
    guard let piece, piece.characterCount > 0 else { return }
    let first = character(at: mark.scalarOffset)
    let end = character(at: mark.scalarOffset + max(1, mark.scalarCount) - 1) + 1
    let location = piece.characterOffset + first
    guard location > lastLocation else { return }
    lastLocation = location
    lastFrame = max(lastFrame, pieceStart + max(0, mark.sample))
    words.append(Word(frame: lastFrame, location: location, length: max(1, end - first)))
  }

  /// The character that holds the scalar at `offset`, by halving.
  private func character(at offset: Int) -> Int {
    var low = 0
    var high = scalarStarts.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if scalarStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return max(0, low)
  }
}
