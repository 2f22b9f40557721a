// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  internal import CEspeakNG
  internal import HearsayCore

  /// The calls into eSpeak NG, all of them made on the thread of `EspeakGate`.
  enum EspeakEngine {
    /// What is known of the library since it was started; `nil` until then.
    private static let catalogue = Locked<VoiceCatalogue?>(nil)

    /// A clause long enough to overwrite what is left of an earlier one.
    ///
    /// The library's length rules look a few phonemes ahead, past the end of the clause at hand, and find there what an
    /// earlier text left behind: the same text then takes up to 3,000 samples more. Translating one and the same clause
    /// first makes the result a matter of the text alone, but for a pitch period or two. It is stopped before it makes a
    /// sound.
    private static let primer = String(
      repeating: "hello there everybody and good morning to you all my friends ", count: 3)

    /// Starts the library, once in a process; a failed start may be tried again.
    static func start() throws(VoiceError) -> VoiceCatalogue {
      if let known = catalogue.withLock({ $0 }) { return known }
      // Without DONT_EXIT the library ends the whole process when its data is missing. It reports that by zero or less.
      let rate = ThreadName.with("espeak-ng") {
        espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, espeakINITIALIZE_DONT_EXIT)
      }
      guard rate > 0 else { throw EspeakVoices.dataMissing(rate) }
      unsafe espeak_SetSynthCallback(receiveFromEspeak)
      let made = EspeakVoices.catalogue()
      guard made.entry(named: VoiceCatalogue.defaultVoice) != nil else { throw EspeakVoices.dataMissing(rate) }
      catalogue.withLock { $0 = made }
      return made
    }

    /// Renders `piece` and returns when all of it was delivered or the flag is up.
    static func render(
      _ piece: SynthesisPiece, _ parameters: EspeakParameters, cancellation: CancellationFlag,
      deliver: @escaping @Sendable (SynthesisBlock) -> Void
    ) throws(VoiceError) {
      let voice = try start().selector(for: piece.voice ?? VoiceCatalogue.defaultVoice)
      guard !cancellation.isRaised else { return }
      try select(voice)
      set(parameters)
      let silent = CancellationFlag()
      silent.raise()
      _ = synthesize(EspeakRun(text: primer, cancellation: silent) { _ in }, flags: espeakCHARS_UTF8)

      // Plain text: neither the flag for SSML (whose audio element runs shell commands) nor the one for phonemes.
      let flags = espeakCHARS_UTF8 | (piece.isContinued ? espeakENDPAUSE : 0)
      let status = synthesize(EspeakRun(text: piece.text, cancellation: cancellation, deliver: deliver), flags: flags)
      guard status == EE_OK || cancellation.isRaised else {
        throw VoiceError(
          .synthesisError, .engineFailed, "eSpeak NG could not render the text; try a shorter one.",
          underlying: .init(domain: "espeak-ng", number: Int(status.rawValue)))
      }
    }

    private static func synthesize(_ run: EspeakRun, flags: Int32) -> espeak_ERROR {
      unsafe EspeakRun.current = run
      defer { unsafe EspeakRun.current = nil }
      return unsafe run.text.withCString { text in
        unsafe espeak_Synth(text, run.text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(flags), nil, nil)
      }
    }

    private static func select(_ voice: String) throws(VoiceError) {
      let status = unsafe espeak_SetVoiceByName(voice)
      guard status == EE_OK else {
        throw VoiceError(
          .synthesisError, .engineFailed,
          "eSpeak NG has the voice \"\(voice)\" in its list and cannot load it; install espeak-ng-data again.",
          underlying: .init(domain: "espeak-ng", number: Int(status.rawValue)))
      }
    }

    /// Sets every parameter, so that nothing of an earlier call is left: they are global.
    private static func set(_ parameters: EspeakParameters) {
      for (parameter, value) in [
        (espeakRATE, parameters.wordsPerMinute), (espeakPITCH, parameters.pitch), (espeakVOLUME, parameters.volume),
        (espeakRANGE, 50), (espeakPUNCTUATION, 0), (espeakCAPITALS, 0), (espeakWORDGAP, 0), (espeakINTONATION, 0),
      ] {
        espeak_SetParameter(parameter, Int32(value), 0)
      }
    }
  }
#endif
