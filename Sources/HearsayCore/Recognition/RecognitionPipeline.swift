// SPDX-License-Identifier: Apache-2.0

/// One session's way from a chunk to an update: processors, taps, recognizer, transcript.
///
/// Owned by the task that runs the session; chunks come in order.
struct RecognitionPipeline {
  private let recognizer: Recognizer
  private let processors: [any AudioProcessor]
  private let taps: [AudioTap]
  private let sessionID: ListeningID
  private let trace: TraceWriter
  private var endOfAudio: UInt64 = 0
  private var assembler: TranscriptAssembler

  init(
    sessionID: ListeningID, recognizer: Recognizer, processors: [any AudioProcessor], taps: [AudioTap],
    trace: TraceWriter = .off
  ) {
    self.sessionID = sessionID
    self.trace = trace
    self.recognizer = recognizer
    self.processors = processors
    self.taps = taps
    assembler = TranscriptAssembler(sessionID: sessionID, sampleRate: recognizer.engine.sampleRate)
  }

  func begin() async throws(VoiceError) { try await recognizer.begin() }

  /// Decodes one chunk and returns an update when the text has changed.
  mutating func append(_ chunk: AudioChunk) async throws(VoiceError) -> TranscriptUpdate? {
    var heard = chunk
    for processor in processors {
      await processor.process(&heard)
      heard.keepPlace(of: chunk)
    }
    for tap in taps { tap.send(heard) }
    assembler.chunkArrived(heard)
    endOfAudio = UInt64(heard.sampleIndex + heard.samples.count)
    let (hypothesis, nanoseconds) = try await recognizer.timed(heard)
    trace.record(.decoded, of: sessionID.rawValue, position: endOfAudio, value: nanoseconds)
    return assembler.hypothesisArrived(hypothesis)
  }

  /// Notes that an update of what was heard so far is about to be published.
  func publishing(_ update: TranscriptUpdate) {
    trace.record(
      update.isFinal ? .finalPublished : .partialPublished, of: sessionID.rawValue, position: endOfAudio,
      value: UInt64(update.sequenceNumber))
  }

  /// Counts frames that never reached the pipeline.
  mutating func framesDropped(_ count: Int) { assembler.framesDropped(count) }

  /// Ends the utterance with the decoder's own final result.
  mutating func finish() async throws(VoiceError) -> (Transcript, TranscriptUpdate) {
    let hypothesis = try await recognizer.finish()
    return assembler.finished(hypothesis)
  }

  /// Ends the utterance with what was last heard, after a failure.
  mutating func finishWithLastHypothesis() async -> (Transcript, TranscriptUpdate) {
    await recognizer.cancel()
    return assembler.finished(nil)
  }

  /// Ends the utterance with nothing.
  mutating func discard() async -> (Transcript, TranscriptUpdate) {
    await recognizer.cancel()
    return assembler.discarded()
  }
}

extension AudioChunk {
  /// Undoes what a processor may not change: the number of samples, the rate and the place.
  fileprivate mutating func keepPlace(of original: AudioChunk) {
    if samples.count > original.samples.count {
      samples.removeLast(samples.count - original.samples.count)
    } else if samples.count < original.samples.count {
      samples.append(contentsOf: repeatElement(0, count: original.samples.count - samples.count))
    }
    sampleIndex = original.sampleIndex
    sampleRate = original.sampleRate
    capturedAt = original.capturedAt
  }
}
