// SPDX-License-Identifier: Apache-2.0

/// Turns audio into text with one decoder, on a thread of its own.
///
/// A decoder blocks for as long as it computes; it must never sit on the cooperative pool. The thread starts with the
/// first call and ends with `close()`. The recognizer stands alone: an app can bring its own audio to
/// `transcribe(_:)`, or drive an utterance by hand with `begin`, `process` and `finish`.
public actor Recognizer {
  /// The engine that makes the decoder.
  public nonisolated let engine: any RecognitionEngine

  private nonisolated let executor: DedicatedThreadExecutor
  private var decoder: (any SpeechDecoder)?
  private var isUtteranceOpen = false

  /// Where the actor runs: its own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Makes a recognizer; nothing is loaded before `prepare()` or the first utterance.
  ///
  /// - Parameter engine: Makes the decoder.
  public init(engine: any RecognitionEngine) {
    self.engine = engine
    executor = DedicatedThreadExecutor(name: "hearsay-decode")
  }

  /// Loads the model, so that listening can start without delay; does nothing once it is loaded.
  ///
  /// - Throws: `recognition_error` naming the file when the model is missing or damaged.
  public func prepare() throws(VoiceError) {
    if decoder == nil { decoder = try engine.makeDecoder() }
  }

  /// Begins an utterance.
  ///
  /// - Throws: `busy` while another one is open; `recognition_error` when the model cannot be loaded or the engine fails.
  public func begin() throws(VoiceError) {
    guard !isUtteranceOpen else {
      throw VoiceError(
        .busy, .alreadyListening,
        "The recognizer has an open utterance; finish or cancel it, or use another recognizer.", isRecoverable: true)
    }
    try prepare()
    try decoder?.start()
    isUtteranceOpen = true
  }

  /// Decodes the next samples.
  ///
  /// - Parameter chunk: Mono samples at the engine's rate.
  /// - Returns: The whole hypothesis of the open utterance; empty when none is open.
  /// - Throws: `recognition_error` when the engine fails; `invalid_argument` when the rate is not the engine's.
  public func process(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
    guard isUtteranceOpen, let decoder else { return .empty }
    guard chunk.sampleRate == engine.sampleRate else {
      throw VoiceError(
        .invalidArgument, .formatNotSupported,
        "The engine \(engine.name) hears audio at \(engine.sampleRate) Hz, not at \(chunk.sampleRate) Hz; resample it.")
    }
    return try decoder.decode(chunk)
  }

  /// Ends the utterance.
  ///
  /// - Returns: The decoder's final result over all samples since `begin`; empty when no utterance is open.
  /// - Throws: `recognition_error` when the engine fails.
  public func finish() throws(VoiceError) -> Hypothesis {
    guard isUtteranceOpen, let decoder else { return .empty }
    isUtteranceOpen = false
    return try decoder.finish()
  }

  /// Ends the utterance and throws its result away.
  public func cancel() {
    guard isUtteranceOpen else { return }
    isUtteranceOpen = false
    decoder?.cancel()
  }

  /// Unloads the model and ends the thread.
  ///
  /// A later call loads it again.
  public nonisolated func close() async {
    await unload()
    // Not on the actor: its thread could not wait for its own end.
    await executor.retire()
  }

  private func unload() {
    cancel()
    decoder = nil
  }
}
