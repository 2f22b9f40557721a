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

  /// Returns when an utterance may name that voice.
  ///
  /// Unless an engine says otherwise, those are the identifiers of `voices()`.
  ///
  /// - Parameter id: What `Utterance.voice` says.
  /// - Throws: `invalid_argument` (`unknownVoice`) when the engine has no such voice; `synthesis_error` when it cannot
  ///   start.
  func checkVoice(_ id: String) async throws(VoiceError)

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

  /// Gives back the engine's threads, and returns when they have ended.
  ///
  /// A later call starts again, or throws `synthesis_error` (`closed`). Unless an engine says otherwise there is nothing
  /// to give back.
  func close() async
}

extension SpeechSynthesizer {
  /// Compares with the identifiers of `voices()`.
  ///
  /// - Parameter id: What `Utterance.voice` says.
  /// - Throws: `invalid_argument` (`unknownVoice`) when no voice has that identifier; what `voices()` throws.
  public func checkVoice(_ id: String) async throws(VoiceError) {
    guard try await voices().contains(where: { $0.id == id }) else {
      throw VoiceError(
        .invalidArgument, .unknownVoice, "\(name) has no voice \"\(id)\"; take an identifier from its list of voices.")
    }
  }

  /// Does nothing: there is nothing to give back.
  public func close() async {}
}
