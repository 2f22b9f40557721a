// SPDX-License-Identifier: Apache-2.0

/// How far the utterance being spoken has come: what waits to be written, was written, and was heard.
struct SpeechPlayback {
  private var timeline = SpeechTimeline()
  private var firstFrame: UInt64 = 0
  private var writtenCount = 0
  private var characterCount: Int?

  /// The output that the utterance's frames go to; `nil` before the first.
  private(set) var buffer: PlaybackBuffer?
  /// Samples that the buffer had no room for yet.
  private(set) var pending: ArraySlice<Float> = []

  /// How many characters of the text have been heard.
  var spokenCharacters: Int { timeline.spokenCharacters }

  /// Whether all was rendered, written and heard.
  func isComplete(heard: Int) -> Bool { characterCount != nil && pending.isEmpty && heard >= writtenCount }

  /// Whether frames wait to be played, for which the output must go on.
  func isWaiting(heard: Int) -> Bool { buffer != nil && (!pending.isEmpty || heard < writtenCount) }

  /// How many of the utterance's frames have been heard.
  func heardCount() -> Int {
    guard let buffer, writtenCount > 0 else { return 0 }
    let heard = buffer.heardFrames()
    return heard > firstFrame ? min(writtenCount, Int(heard - firstFrame)) : 0
  }

  /// The frame of the output at which a pause may begin; `nil` while none is known.
  func pauseFrame(at boundary: SpeechBoundary) -> UInt64? {
    guard let buffer else { return nil }
    let taken = max(buffer.takenFrames, firstFrame)
    switch boundary {
    case .immediate: return taken
    case .word: return timeline.wordStart(from: Int(taken - firstFrame)).map { firstFrame &+ UInt64($0) }
    }
  }

  /// Whether all was heard that comes before that frame of the output, and all that the output took nevertheless.
  func isSilent(before frame: UInt64) -> Bool {
    guard let buffer else { return true }
    return heardCount() >= Int(max(frame, buffer.takenFrames, firstFrame) - firstFrame)
  }

  /// When the utterance's first frame, or its last one, was heard.
  func heardTime(ofLast isLast: Bool) -> MonotonicTime? {
    buffer?.heardTime(of: firstFrame &+ (isLast ? UInt64(writtenCount) : 0))
  }

  /// How many of the utterance's frames were written.
  var frameCount: Int { writtenCount }

  mutating func heard(_ frames: Int) -> [SynthesisEvent.Kind] { timeline.heard(frames) }

  mutating func pieceBegan(_ piece: UtterancePiece) { timeline.pieceBegan(piece) }

  mutating func pieceEnded() { timeline.pieceEnded() }

  mutating func blockArrived(_ block: SynthesisBlock) {
    timeline.blockArrived(frames: block.samples.count, marks: block.words)
    pending = block.samples[...]
  }

  /// From here on the frames go to `buffer`.
  mutating func outputOpened(_ buffer: PlaybackBuffer) {
    self.buffer = buffer
    firstFrame = buffer.writtenFrames
    buffer.expectMore(true)
  }

  /// All was rendered; an empty buffer is the natural end from here on.
  mutating func renderingFinished(characterCount: Int) {
    self.characterCount = characterCount
    buffer?.expectMore(false)
  }

  /// Writes what fits; returns whether anything did.
  mutating func writePending() -> Bool {
    guard let buffer, !pending.isEmpty else { return false }
    let count = buffer.write(pending)
    pending = pending.dropFirst(count)
    writtenCount += count
    return count > 0
  }

  /// The characters spoken of an utterance that is complete.
  var allCharacters: Int { characterCount ?? spokenCharacters }
}
