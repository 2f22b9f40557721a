// SPDX-License-Identifier: Apache-2.0

/// A kind of recognizer: knows how to make decoders.
///
/// An engine is a recipe; it loads nothing until `makeDecoder()` is called.
public protocol RecognitionEngine: Sendable {
  /// The engine's name, for example `pocketsphinx`.
  var name: String { get }
  /// The rate that its decoders want, in Hz; audio is captured or resampled to it, mono.
  var sampleRate: Int { get }

  /// Loads the model and makes a decoder.
  ///
  /// Called on the recognizer's own thread, and may block. The decoder stays on that thread.
  ///
  /// - Throws: `recognition_error` naming the file when the model is missing, damaged or does not fit.
  func makeDecoder() throws(VoiceError) -> any SpeechDecoder
}

/// Turns samples into words; one utterance at a time.
///
/// A decoder is confined to its recognizer's thread and need not be sendable. Its calls may block. The order is
/// `start`, `decode` any number of times, then `finish` or `cancel`, and again from the start.
public protocol SpeechDecoder: AnyObject {
  /// Begins an utterance.
  ///
  /// - Throws: `recognition_error` when the engine cannot.
  func start() throws(VoiceError)

  /// Decodes the next samples and returns the whole hypothesis so far.
  ///
  /// - Parameter chunk: Mono samples at the engine's rate.
  /// - Returns: What is believed to have been said since `start`.
  /// - Throws: `recognition_error` when the engine fails.
  func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis

  /// Ends the utterance and returns the final result over all samples since `start`.
  ///
  /// - Throws: `recognition_error` when the engine fails.
  func finish() throws(VoiceError) -> Hypothesis

  /// Ends the utterance and throws its result away.
  func cancel()
}
