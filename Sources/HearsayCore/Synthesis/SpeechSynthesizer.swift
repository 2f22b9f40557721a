// SPDX-License-Identifier: Apache-2.0

/// A voice engine: turns text into samples, block by block.
public protocol SpeechSynthesizer: Sendable {
  /// The engine's name, for example `espeak-ng`.
  var name: String { get }

  /// Starts the engine, so that the first word comes without delay; does nothing the second time.
  ///
  /// - Throws: `synthesis_error` when its data is missing or damaged.
  func prepare() async throws(VoiceError)

  /// Every voice the engine has, in a stable order; all of them can be selected.
  ///
  /// - Throws: `synthesis_error` when the engine cannot start.
  func voices() async throws(VoiceError) -> [Voice]

  /// Renders one piece of text on the engine's own thread and returns when all of it was delivered.
  ///
  /// Nothing of one call sticks to the next: voice, rate, pitch and volume are set afresh each time.
  ///
  /// - Parameters:
  ///   - piece: The text and how to say it.
  ///   - cancellation: Checked before each block; once it is raised, rendering stops within a block.
  ///   - deliver: Called on the engine's thread with each block, in order. It must not block.
  /// - Throws: `invalid_argument` for an unknown voice, `synthesis_error` when the engine fails. A raised
  ///   cancellation is not an error.
  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError)
}
