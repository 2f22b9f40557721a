// SPDX-License-Identifier: Apache-2.0

import Hearsay

// Never called: that it compiles is what it tests. What stands here cannot change without a new major version.

private struct OwnEngine: RecognitionEngine {
  let name = "own"
  let sampleRate = 16_000
  func makeDecoder() throws(VoiceError) -> any SpeechDecoder { OwnDecoder() }
}

private final class OwnDecoder: SpeechDecoder {
  func start() throws(VoiceError) {}
  func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis { .empty }
  func finish() throws(VoiceError) -> Hypothesis {
    Hypothesis(text: "own", words: [TranscriptWord(text: "own", range: .zero ..< .seconds(1))])
  }
  func cancel() {}
}

private func recognizer(_ chunks: AsyncStream<AudioChunk>) async throws {
  let recognizer = Recognizer(engine: OwnEngine())
  try await recognizer.prepare()
  try await recognizer.begin()
  let _: Hypothesis = try await recognizer.process(AudioChunk(samples: [], sampleIndex: 0, sampleRate: 16_000))
  let _: Hypothesis = try await recognizer.finish()
  await recognizer.cancel()
  let _: Transcript = try await recognizer.transcribe(chunks)
  let _: Transcript = try await recognizer.transcribe(
    chunks, through: [GainProcessor(gain: 2)], taps: [AudioTap()], onUpdate: { (_: TranscriptUpdate) in })
  await recognizer.close()
}

private func listener(_ source: any CaptureSource, _ recognizer: Recognizer) async throws {
  let listener = Listener(source: source, recognizer: recognizer, clock: ContinuousClock()) { (_: VoiceEvent) in }
  var options = ListeningOptions(
    device: nil, processors: [], taps: [], bufferDuration: .seconds(8), startLimit: .seconds(4),
    chunkDuration: .milliseconds(20))
  options.device = "microphone"
  let _: ListeningID = try await listener.start(options)
  let _: (Transcript, Bool) = (await listener.stop(), listener.isListening)
  await listener.cancel()
  await listener.close()
}

private func results(_ update: TranscriptUpdate, _ transcript: Transcript) {
  let _: (ListeningID, String, Bool, Int) = (update.sessionID, update.text, update.isFinal, update.sequenceNumber)
  let _: ([TranscriptSegment], Duration, MonotonicTime) = (update.segments, update.audioTime, update.time)
  let _: (ListeningID?, String, [TranscriptSegment]) = (transcript.sessionID, transcript.text, transcript.segments)
  let _: (Duration, Int, Transcript) = (transcript.audioDuration, transcript.droppedFrames, .empty)
  let segment = TranscriptSegment(text: "", words: nil, range: .zero ..< .zero)
  let _: (String, [TranscriptWord]?, Range<Duration>) = (segment.text, segment.words, segment.range)
  let _: (UInt64, String) = (update.sessionID.rawValue, update.sessionID.description)
}
