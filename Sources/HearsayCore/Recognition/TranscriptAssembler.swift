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
  private var segments: [TranscriptSegment] = []
  private var open = Hypothesis.empty
  private var publishedText = ""
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
    segments += hypothesis.finished.map(inSession)
    open = hypothesis
    let text = joined(segments, open.text)
    return text == publishedText ? nil : update(text, isFinal: false)
  }

  /// The transcript and the final update; without a hypothesis of its own, out of the last partial.
  mutating func finished(_ hypothesis: Hypothesis?) -> (Transcript, TranscriptUpdate) {
    segments += (hypothesis?.finished ?? []).map(inSession)
    let rest = hypothesis ?? open
    if !rest.text.isEmpty {
      let end = format.duration(ofFrames: endOfAudio)
      let start = rest.words?.first.map { sessionTime($0.range.lowerBound) } ?? segments.last?.range.upperBound ?? .zero
      segments.append(
        TranscriptSegment(
          text: rest.text, words: rest.words?.map(inSession), range: min(start, end)..<max(start, end)))
    }
    return conclude()
  }

  /// The transcript and the final update of a session whose result is thrown away.
  mutating func discarded() -> (Transcript, TranscriptUpdate) {
    segments = []
    return conclude()
  }

  private mutating func conclude() -> (Transcript, TranscriptUpdate) {
    let transcript = Transcript(
      sessionID: sessionID, segments: segments, audioDuration: format.duration(ofFrames: decodedFrames),
      droppedFrames: droppedFrames)
    return (transcript, update(transcript.text, isFinal: true))
  }

  private mutating func update(_ text: String, isFinal: Bool) -> TranscriptUpdate {
    publishedText = text
    defer { nextNumber += 1 }
    return TranscriptUpdate(
      sessionID: sessionID, text: text, isFinal: isFinal, segments: segments, sequenceNumber: nextNumber,
      audioTime: format.duration(ofFrames: endOfAudio))
  }

  private func joined(_ segments: [TranscriptSegment], _ open: String) -> String {
    (segments.lazy.map(\.text) + CollectionOfOne(open)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func inSession(_ segment: TranscriptSegment) -> TranscriptSegment {
    TranscriptSegment(
      text: segment.text, words: segment.words?.map(inSession), range: sessionRange(segment.range))
  }

  private func inSession(_ word: TranscriptWord) -> TranscriptWord {
    TranscriptWord(text: word.text, range: sessionRange(word.range))
  }

  private func sessionRange(_ range: Range<Duration>) -> Range<Duration> {
    let lower = sessionTime(range.lowerBound)
    return lower..<max(lower, sessionTime(range.upperBound, isEnd: true))
  }

  /// What ends where frames are missing ends before them, what begins there begins behind them.
  private func sessionTime(_ decoded: Duration, isEnd: Bool = false) -> Duration {
    let frame = format.frames(in: decoded)
    let missing = shifts.last { isEnd ? $0.decoded < frame : $0.decoded <= frame }?.missing ?? 0
    return decoded + format.duration(ofFrames: missing)
  }
}
