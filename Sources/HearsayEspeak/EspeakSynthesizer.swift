// SPDX-License-Identifier: Apache-2.0

#if Espeak
  public import HearsayCore

  /// The embedded voice: eSpeak NG.
  ///
  /// eSpeak NG keeps all of its state in globals. Any number of synthesizers may exist; their calls run one at a time,
  /// in the order in which they were made, on one thread that exists while a synthesizer that was used does. The
  /// library itself is started once in a process and never ended.
  public final class EspeakSynthesizer: SpeechSynthesizer {
    private enum State {
      case unused
      case holding
      case closed
    }

    private let state = Locked(State.unused)

    /// Makes a synthesizer; nothing is loaded yet.
    public init() {}

    deinit {
      // A call in flight has a hold of its own.
      if state.withLock({ $0 == .holding }) { EspeakGate.release()?.finish() }
    }

    /// The engine's name, `espeak-ng`.
    public var name: String { "espeak-ng" }

    /// Starts eSpeak NG and reads its list of voices; does nothing the second time.
    ///
    /// - Throws: `synthesis_error` when the voice data is missing or the synthesizer was closed.
    public func prepare() async throws(VoiceError) {
      _ = try await perform { () throws(VoiceError) in try EspeakEngine.start() }
    }

    /// Every voice that eSpeak NG has data for, in the order of the language.
    ///
    /// `id` is eSpeak NG's own identifier, for example `gmw/en-US`, and selects exactly that voice. Where a voice is
    /// asked for, a BCP 47 tag (`en-US`), the voice's name and an identifier with a variant (`gmw/en-US+f3`) will do
    /// as well.
    ///
    /// - Throws: `synthesis_error` when the voice data is missing or the synthesizer was closed.
    public func voices() async throws(VoiceError) -> [Voice] {
      try await perform { () throws(VoiceError) in try EspeakEngine.start() }.voices
    }

    /// Renders one piece of text.
    ///
    /// The text is plain: markup and phoneme notation are spoken as they are written. Rate 1 is 175 words a minute
    /// (0.5…2 is 88…350), pitch 0.5…1…2 is eSpeak NG's 0…50…100, volume 0…1 is its 0…100. Blocks hold at most 50 ms.
    ///
    /// - Parameters:
    ///   - piece: The text and how to say it; without a voice, American English.
    ///   - cancellation: Once it is raised, rendering stops within a block; that is not an error.
    ///   - deliver: Called on the engine's thread with each block, in order. It must not block.
    /// - Throws: `invalid_argument` for an unknown voice or a number out of range, `synthesis_error` when the voice
    ///   data is missing, the engine fails or the synthesizer was closed.
    public func render(
      _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
    ) async throws(VoiceError) {
      let parameters = try EspeakParameters(piece)
      try await perform { () throws(VoiceError) in
        try EspeakEngine.render(piece, parameters, cancellation: cancellation, deliver: deliver)
      }
    }

    /// Gives the engine's thread back, and returns when it has ended if no other synthesizer needs it.
    ///
    /// Calls in flight go on; later ones throw. A synthesizer that is dropped does the same without waiting.
    public func close() async {
      let wasHolding = state.withLock { state in
        defer { state = .closed }
        return state == .holding
      }
      if wasHolding { await EspeakGate.release()?.retire() }
    }

    /// Gives the engine's thread back until the next call; returns when it has ended, unless another one needs it.
    package func rest() async {
      let wasHolding = state.withLock { state in
        guard state == .holding else { return false }
        state = .unused
        return true
      }
      if wasHolding { await EspeakGate.release()?.retire() }
    }

    /// Runs `body` on the engine's thread.
    private func perform<Result: Sendable>(
      _ body: @escaping @Sendable () throws(VoiceError) -> Result
    ) async throws(VoiceError) -> Result {
      let previous = state.withLock { state in
        defer { if state == .unused { state = .holding } }
        return state
      }
      guard previous != .closed else {
        throw VoiceError(.synthesisError, .closed, "The synthesizer was closed; make a new one to go on speaking.")
      }
      // One hold for the synthesizer from its first call on, and one for each call, so that the thread outlives both.
      if previous == .unused { _ = EspeakGate.acquire() }
      let outcome = await EspeakGate.acquire().run(body)
      await EspeakGate.release()?.retire()
      return try outcome.get()
    }
  }
#endif
