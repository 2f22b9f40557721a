// SPDX-License-Identifier: Apache-2.0

import HearsayCore

/// Collects the blocks of one rendering.
final class RenderRecorder: Sendable {
  private let collected = Locked<[SynthesisBlock]>([])

  var blocks: [SynthesisBlock] { collected.withLock { $0 } }
  var samples: [Float] { blocks.flatMap(\.samples) }
  var words: [SynthesisBlock.WordMark] { blocks.flatMap(\.words) }

  func take(_ block: SynthesisBlock) { collected.withLock { $0.append(block) } }
}

extension SpeechSynthesizer {
  /// Renders `text` whole.
  func record(_ text: String, of utterance: Utterance = Utterance("-"), isContinued: Bool = false)
    async throws(VoiceError) -> RenderRecorder
  {
    let recorder = RenderRecorder()
    try await render(
      SynthesisPiece(text, of: utterance, isContinued: isContinued), cancellation: CancellationFlag(),
      deliver: recorder.take)
    return recorder
  }
}
