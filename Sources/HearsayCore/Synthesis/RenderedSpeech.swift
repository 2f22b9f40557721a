// SPDX-License-Identifier: Apache-2.0

/// An utterance's blocks of samples, rendered on demand.
///
/// Nothing is rendered before it is asked for, and never more than a piece of the text (400 characters) at a time, so
/// that memory stays bounded however long the text is. Each iteration renders afresh. It ends early when the task is
/// cancelled.
public struct RenderedSpeech: AsyncSequence, Sendable {
  /// What the sequence is made of.
  public typealias Element = SynthesisBlock
  /// What reading it may throw.
  public typealias Failure = VoiceError

  let synthesizer: any SpeechSynthesizer
  let utterance: Utterance

  /// Renders the blocks.
  public struct Iterator: AsyncIteratorProtocol {
    private let synthesizer: any SpeechSynthesizer
    private let utterance: Utterance
    private var segmenter: UtteranceSegmenter
    private var blocks: ArraySlice<SynthesisBlock> = []
    private var isValidated = false
    private var isOver = false
    private var scalarOffset = 0
    private var pieceStart = 0
    private var sampleCount = 0

    init(synthesizer: any SpeechSynthesizer, utterance: Utterance) {
      self.synthesizer = synthesizer
      self.utterance = utterance
      segmenter = UtteranceSegmenter(utterance.text)
    }

    /// The next block, or `nil` after the end or when the task is cancelled.
    ///
    /// - Throws: `invalid_argument` for an utterance that is not valid or names an unknown voice; `synthesis_error` when
    ///   the engine fails.
    public mutating func next() async throws(VoiceError) -> SynthesisBlock? { try await next(isolation: nil) }

    /// The next block, or `nil` after the end or when the task is cancelled.
    ///
    /// - Parameter actor: The actor to stay on.
    /// - Returns: The next block.
    /// - Throws: `invalid_argument` for an utterance that is not valid or names an unknown voice; `synthesis_error` when
    ///   the engine fails.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(VoiceError) -> SynthesisBlock? {
      do throws(VoiceError) {
        if !isValidated { try utterance.validate() }
        isValidated = true
        while blocks.isEmpty {
          guard !isOver, !Task.isCancelled, let piece = segmenter.next() else { break }
          scalarOffset = piece.scalarOffset
          pieceStart = sampleCount
          blocks = try await render(piece)[...]
        }
      } catch {
        isOver = true
        throw error
      }
      guard !isOver, !Task.isCancelled, var block = blocks.popFirst() else {
        isOver = true
        return nil
      }
      for index in block.words.indices {
        block.words[index].scalarOffset += scalarOffset
        block.words[index].sample += pieceStart
      }
      sampleCount += block.samples.count
      return block
    }

    private func render(_ piece: UtterancePiece) async throws(VoiceError) -> [SynthesisBlock] {
      let collected = Locked<[SynthesisBlock]>([])
      let cancellation = CancellationFlag()
      let speech = SynthesisPiece(piece.text, of: utterance, isContinued: !piece.isLast)
      let synthesizer = synthesizer
      let result: Result<Void, VoiceError> = await withTaskCancellationHandler {
        do throws(VoiceError) {
          try await synthesizer.render(speech, cancellation: cancellation) { block in
            collected.withLock { $0.append(block) }
          }
          return .success(())
        } catch {
          return .failure(error)
        }
      } onCancel: {
        cancellation.raise()
      }
      try result.get()
      return collected.withLock { $0 }
    }
  }

  /// Makes the reader.
  public func makeAsyncIterator() -> Iterator { Iterator(synthesizer: synthesizer, utterance: utterance) }
}

@available(*, unavailable) extension RenderedSpeech.Iterator: Sendable {}
