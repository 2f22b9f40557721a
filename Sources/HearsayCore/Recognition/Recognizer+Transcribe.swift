// SPDX-License-Identifier: Apache-2.0

extension Recognizer {
  /// Recognises audio that the app brings, to its end.
  ///
  /// One transcription at a time. When the task is cancelled, the utterance is thrown away.
  ///
  /// - Parameters:
  ///   - chunks: Mono audio at the engine's rate, in order.
  ///   - processors: Change each chunk, in this order, before it is heard.
  ///   - taps: Get each chunk as the decoder does.
  ///   - onUpdate: Called with each partial and with the final, in order.
  /// - Returns: The final result over all chunks.
  /// - Throws: `recognition_error` when the model or the engine fails, `busy` while the recognizer serves somebody else,
  ///   `CancellationError` when the task is cancelled, and what `chunks` throws.
  public nonisolated func transcribe<Chunks: AsyncSequence>(
    _ chunks: Chunks, through processors: [any AudioProcessor] = [], taps: [AudioTap] = [],
    onUpdate: (TranscriptUpdate) -> Void = { _ in }
  ) async throws -> Transcript where Chunks.Element == AudioChunk {
    var pipeline = RecognitionPipeline(
      sessionID: .next(), recognizer: self, processors: processors, taps: taps)
    try await pipeline.begin()
    do {
      for try await chunk in chunks {
        try Task.checkCancellation()
        if let update = try await pipeline.append(chunk) { onUpdate(update) }
      }
      // A sequence that ends because the task was cancelled has not come to its end.
      try Task.checkCancellation()
      let (transcript, update) = try await pipeline.finish()
      onUpdate(update)
      return transcript
    } catch {
      await cancel()
      throw error
    }
  }
}
