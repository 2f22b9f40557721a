// SPDX-License-Identifier: Apache-2.0

/// Renders one utterance piece by piece into a pipe, never further ahead than the pipe allows.
struct PieceRenderer: Sendable {
  let synthesizer: any SpeechSynthesizer
  let utterance: Utterance
  let cancellation: CancellationFlag

  /// Returns when all is rendered, the engine failed, or nothing more is wanted.
  @concurrent
  func run(into pipe: RenderPipe) async {
    var segmenter = UtteranceSegmenter(utterance.text)
    while let piece = segmenter.next() {
      guard await pipe.waitForRoom(), !cancellation.isRaised else { return }
      pipe.put(.pieceBegan(piece))
      do throws(VoiceError) {
        try await synthesizer.render(
          SynthesisPiece(piece.text, of: utterance, isContinued: !piece.isLast), cancellation: cancellation
        ) { pipe.put(.block($0)) }
      } catch {
        return pipe.put(.failed(error))
      }
      pipe.put(.pieceEnded)
    }
    pipe.put(.finished(characterCount: segmenter.characterOffset))
  }
}
