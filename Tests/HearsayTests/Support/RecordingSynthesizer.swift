// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting

/// The standard voice, with every block kept that it delivers: the engine renders the same text a little differently
/// from one time to the next.
struct RecordingSynthesizer: SpeechSynthesizer {
  let blocks = EventRecorder<SynthesisBlock>()
  private let base = VoiceConfiguration.standardSynthesizer()

  var name: String { base.name }

  func prepare() async throws(VoiceError) { try await base.prepare() }

  func voices() async throws(VoiceError) -> [Voice] { try await base.voices() }

  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {
    try await base.render(piece, cancellation: cancellation) { [blocks] block in
      blocks.record(block)
      deliver(block)
    }
  }
}
