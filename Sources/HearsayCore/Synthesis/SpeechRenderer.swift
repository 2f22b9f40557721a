// SPDX-License-Identifier: Apache-2.0

/// Renders speech without playing it: a voice engine as a stage of its own.
public struct SpeechRenderer: Sendable {
  private let synthesizer: any SpeechSynthesizer

  /// Makes a renderer.
  ///
  /// - Parameter synthesizer: The voice engine.
  public init(synthesizer: any SpeechSynthesizer) { self.synthesizer = synthesizer }

  /// The utterance as samples, rendered as they are asked for.
  ///
  /// The marks count Unicode scalars of the whole utterance's text and samples from its first one.
  public func render(_ utterance: Utterance) -> RenderedSpeech {
    RenderedSpeech(synthesizer: synthesizer, utterance: utterance)
  }
}
