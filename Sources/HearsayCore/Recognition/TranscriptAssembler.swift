// SPDX-License-Identifier: Apache-2.0

/// Makes a session's updates and its transcript out of hypotheses; pure, without actor or clock of its own.
///
/// Keeps consecutive equal partials back, numbers what it lets through, and turns the decoder's times, which know
/// nothing of dropped frames, into times of the session.
struct TranscriptAssembler {
  private let sessionID: ListeningID
  private let format: AudioFormat
  private var decodedFrames = 0
  private var endOfAudio = 0
  private var droppedFrames = 0
  private var last = Hypothesis.empty
  private var nextNumber = 0
  /// From which decoded frame on how many frames were missing before it.
  private var shifts: [(decoded: Int, missing: Int)] = []

  init(sessionID: ListeningID, sampleRate: Int) {
    self.sessionID = sessionID
    format = AudioFormat(sampleRate: sampleRate)
  }

  mutating func chunkArrived(_ chunk: AudioChunk) {
    let missing = chunk.sampleIndex - decodedFrames
    if missing != shifts.last?.missing ?? 0 { shifts.append((decodedFrames, missing)) }
    decodedFrames += chunk.samples.count
    endOfAudio = chunk.sampleIndex + chunk.samples.count
  }

  mutating func framesDropped(_ count: Int) { droppedFrames += count }

  /// The partial to publish; `nil` when its text is the one published last.
  mutating func hypothesisArrived(_ hypothesis: Hypothesis) -> TranscriptUpdate? {
    let isNew = hypothesis.text != last.text
    last = hypothesis
    return isNew ? update(hypothesis.text, segments: [], isFinal: false) : nil
  }

  /// The transcript and the final update; without a hypothesis of its own, out of the last partial.
  mutating func finished(_ hypothesis: Hypothesis?) -> (Transcript, TranscriptUpdate) {
    let final = hypothesis ?? last
    let words = final.words?.map { TranscriptWord(text: $0.text, range: sessionRange($0.range)) }
    let range = Duration.zero..<format.duration(ofFrames: endOfAudio)
    let segments = final.text.isEmpty ? [] : [TranscriptSegment(text: final.text, words: words, range: range)]
    let transcript = Transcript(
      sessionID: sessionID, segments: segments, audioDuration: format.duration(ofFrames: decodedFrames),
      droppedFrames: droppedFrames)
    return (transcript, update(transcript.text, segments: segments, isFinal: true))
  }

  private mutating func update(_ text: String, segments: [TranscriptSegment], isFinal: Bool) -> TranscriptUpdate {
    defer { nextNumber += 1 }
    return TranscriptUpdate(
      sessionID: sessionID, text: text, isFinal: isFinal, segments: segments, sequenceNumber: nextNumber,
      audioTime: format.duration(ofFrames: endOfAudio))
  }

  private func sessionRange(_ range: Range<Duration>) -> Range<Duration> {
    let lower = sessionTime(range.lowerBound)
    return lower..<max(lower, sessionTime(range.upperBound))
  }

  private func sessionTime(_ decoded: Duration) -> Duration {
    let frame = format.frames(in: decoded)
    let missing = shifts.last { $0.decoded <= frame }?.missing ?? 0
    return decoded + format.duration(ofFrames: missing)
  }
}
