// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// A voice whose samples can be foretold: so many for each Unicode scalar of the text, with a mark at each word.
public final class ScriptedSynthesizer: SpeechSynthesizer {
  private struct State: Sendable {
    var pieces: [SynthesisPiece] = []
    var prepareCount = 0
    var deliveredSamples = 0
    var cancelledCount = 0
    var failures: [(samples: Int, error: VoiceError)] = []
    var gate: Gate?
  }

  /// The engine's name.
  public let name: String
  /// The rate of its samples, in Hz.
  public let sampleRate: Int
  /// How many samples a Unicode scalar of the text lasts, unless the table says otherwise.
  public let samplesPerScalar: Int
  /// At most so many samples come in one block.
  public let blockSize: Int

  private let knownVoices: [Voice]
  private let table: [String: [Float]]
  private let state = Observed(State())

  /// Makes a voice.
  ///
  /// - Parameters:
  ///   - samplesPerScalar: How many samples a Unicode scalar of the text lasts.
  ///   - blockSize: At most so many samples come in one block.
  ///   - sampleRate: The rate of the samples, in Hz.
  ///   - name: The engine's name.
  ///   - voices: The voices that it says it has; a piece that asks for another is refused.
  ///   - table: Samples for particular texts; their words are spread evenly.
  public init(
    samplesPerScalar: Int = 100, blockSize: Int = 1_000, sampleRate: Int = 22_050, name: String = "scripted",
    voices: [Voice] = [Voice(id: "scripted", name: "Scripted", language: "en-US")], table: [String: [Float]] = [:]
  ) {
    self.samplesPerScalar = max(0, samplesPerScalar)
    self.blockSize = max(1, blockSize)
    self.sampleRate = sampleRate
    self.name = name
    knownVoices = voices
    self.table = table
  }

  // MARK: - What the test makes happen

  /// Makes the next piece fail; several are used up one after the other.
  ///
  /// - Parameters:
  ///   - error: What `render` throws.
  ///   - samples: How many samples of the piece are delivered before.
  public func failNext(_ error: VoiceError, afterSamples samples: Int = 0) {
    state.update { $0.failures.append((samples, error)) }
  }

  /// Makes every block from now on wait at a gate before it is delivered; `nil` takes the gate away.
  ///
  /// A raised cancellation is noticed once the gate has let the block through.
  ///
  /// - Parameter gate: The gate.
  public func holdBlocks(at gate: Gate?) { state.update { $0.gate = gate } }

  // MARK: - What the test sees

  /// Every piece that was to be rendered, in order.
  public var pieces: [SynthesisPiece] { state.value.pieces }

  /// How often `prepare()` was called.
  public var prepareCount: Int { state.value.prepareCount }

  /// How many samples were delivered in all.
  public var deliveredSamples: Int { state.value.deliveredSamples }

  /// How many pieces ended because their cancellation was raised.
  public var cancelledCount: Int { state.value.cancelledCount }

  /// The samples that a text is rendered to.
  ///
  /// - Parameter text: The text.
  /// - Returns: The table's samples, or a ramp without zeros in which no sample is like its neighbours.
  public func samples(for text: String) -> [Float] {
    table[text] ?? (0..<text.unicodeScalars.count * samplesPerScalar).map { Float($0 % 97 + 1) / 128 }
  }

  /// The marks of a text: one for each run of characters that are not white space.
  ///
  /// - Parameter text: The text.
  /// - Returns: The marks, in order.
  public func words(of text: String) -> [SynthesisBlock.WordMark] {
    let scalars = Array(text.unicodeScalars)
    let total = samples(for: text).count
    var marks: [SynthesisBlock.WordMark] = []
    var start: Int?
    for index in 0...scalars.count {
      let isInside = index < scalars.count && !scalars[index].properties.isWhitespace
      if isInside {
        start = start ?? index
      } else if let first = start {
        marks.append(
          .init(scalarOffset: first, scalarCount: index - first, sample: total * first / scalars.count))
        start = nil
      }
    }
    return marks
  }

  /// Returns once at least `count` pieces were to be rendered.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitForPieces(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.pieces.count) of \(count) pieces were to be rendered" },
      { $0.pieces.count >= count ? () : nil })
  }

  // MARK: - SpeechSynthesizer

  /// Counts.
  ///
  /// - Throws: Nothing.
  public func prepare() async throws(VoiceError) { state.update { $0.prepareCount += 1 } }

  /// The voices that it was made with.
  ///
  /// - Returns: The voices.
  /// - Throws: Nothing.
  public func voices() async throws(VoiceError) -> [Voice] { knownVoices }

  /// Delivers the samples of the piece's text, block by block, each with the marks that fall into it.
  ///
  /// - Parameters:
  ///   - piece: The text; rate, pitch and volume change nothing.
  ///   - cancellation: Checked before each block.
  ///   - deliver: Called with each block, off the caller's actor.
  /// - Throws: `invalid_argument` for a voice that it does not have; what `failNext` was given.
  public func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {
    state.update { $0.pieces.append(piece) }
    if let voice = piece.voice, !knownVoices.contains(where: { $0.id == voice }) {
      throw VoiceError(
        .invalidArgument, .unknownVoice, "The scripted synthesizer has no voice '\(voice)'; ask for one that it lists.")
    }
    let failure = state.update { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    try await deliverBlocks(of: piece.text, failure: failure, cancellation: cancellation, deliver: deliver)
  }

  @concurrent private func deliverBlocks(
    of text: String, failure: (samples: Int, error: VoiceError)?, cancellation: CancellationFlag,
    deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {
    let samples = samples(for: text)
    let end = failure.map { min(max(0, $0.samples), samples.count) } ?? samples.count
    var words = words(of: text)[...]
    var start = 0
    while start < end {
      do {
        try await state.value.gate?.wait()
      } catch {
        cancellation.raise()
      }
      guard !cancellation.isRaised else {
        state.update { $0.cancelledCount += 1 }
        return
      }
      let next = min(start + blockSize, end)
      let marks = words.prefix { $0.sample < next }
      words = words.dropFirst(marks.count)
      let count = next - start
      state.update { $0.deliveredSamples += count }
      deliver(SynthesisBlock(samples: Array(samples[start..<next]), sampleRate: sampleRate, words: Array(marks)))
      start = next
    }
    if let failure { throw failure.error }
  }
}
