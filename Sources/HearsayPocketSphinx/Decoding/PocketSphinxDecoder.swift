// SPDX-License-Identifier: Apache-2.0

#if PocketSphinx
  internal import CPocketSphinx
  internal import HearsayCore

  // Runs on its recognizer's thread and blocks there while it searches. The library is silent about calls out of
  // order (audio before the start is dropped, a second start is refused), hence `isOpen`.

  /// One PocketSphinx decoder.
  @safe
  final class PocketSphinxDecoder: SpeechDecoder {
    /// Spectral frames a second.
    private static let frameDuration = Duration.milliseconds(10)

    // SAFETY: made in `init`, freed in `deinit`, used between them by one thread at a time. The last release may come
    // from another thread than the recognizer's: `ps_free` touches only memory of this decoder, the library keeps
    // nothing per thread, and releasing the last reference orders it after every earlier call.
    private let decoder: OpaquePointer
    private let options: PocketSphinxOptions
    private var samples: [Int16] = []
    private var sampleCount = 0
    /// Where the open stretch began, in samples of the utterance.
    private var stretchStart = 0
    private var cutter: StretchCutter
    private var isOpen = false

    /// Loads a model that was found sound.
    init(model: PocketSphinxModel, options: PocketSphinxOptions) throws(VoiceError) {
      PocketSphinxLog.apply()
      self.options = options
      cutter = StretchCutter(sampleRate: options.sampleRate)
      unsafe decoder = try Self.load(options.arguments(for: model), model)
    }

    deinit { unsafe ps_free(decoder) }

    func start() throws(VoiceError) {
      guard !isOpen else { throw failure("an utterance was begun inside another one; finish or cancel the first") }
      sampleCount = 0
      try beginStretch()
      isOpen = true
    }

    func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
      guard isOpen else { throw failure("audio came before the start of an utterance; call start first") }
      guard chunk.sampleRate == options.sampleRate else {
        throw VoiceError(
          .invalidArgument, .formatNotSupported,
          "The decoder was given audio at \(chunk.sampleRate) Hz; resample it to \(options.sampleRate) Hz.")
      }
      PulseCode.convert(chunk.samples, into: &samples)
      var finished: [TranscriptSegment] = []
      // In blocks of a tenth of a second, so that a chunk of any length is cut where its pauses are.
      var index = 0
      while index < samples.count {
        let block = index..<min(samples.count, index + options.sampleRate / 10)
        index = block.upperBound
        try search(block)
        sampleCount += block.count
        if options.cutsAtPauses && cutter.shouldCut(after: samples[block]) {
          if let segment = try cut() { finished.append(segment) }
        }
      }
      return Hypothesis(finished: finished, text: text())
    }

    func finish() throws(VoiceError) -> Hypothesis {
      guard isOpen else { return .empty }
      isOpen = false
      try endStretch()
      return Hypothesis(text: text(), words: words())
    }

    func cancel() {
      guard isOpen else { return }
      isOpen = false
      unsafe ps_end_utt(decoder)
    }

    private func search(_ block: Range<Int>) throws(VoiceError) {
      let frames = unsafe samples.withUnsafeBufferPointer { samples in
        let block = unsafe UnsafeBufferPointer(rebasing: samples[block])
        return unsafe ps_process_raw(decoder, block.baseAddress, block.count, 0, 0)
      }
      guard frames >= 0 else { throw failure("the search failed; cancel the utterance and begin another") }
    }

    private func beginStretch() throws(VoiceError) {
      guard unsafe ps_start_utt(decoder) == 0 else { throw failure("no utterance could be begun; make a new decoder") }
      stretchStart = sampleCount
      cutter.stretchBegan()
    }

    private func endStretch() throws(VoiceError) {
      guard unsafe ps_end_utt(decoder) == 0 else {
        throw failure("the utterance could not be ended; make a new decoder")
      }
    }

    /// Finishes the open stretch and begins the next; `nil` when nothing was said in it.
    private func cut() throws(VoiceError) -> TranscriptSegment? {
      // Whatever fails here, the library has no open utterance afterwards.
      isOpen = false
      try endStretch()
      let segment = TranscriptSegment(
        text: text(), words: words(), range: time(ofSample: stretchStart)..<time(ofSample: sampleCount))
      try beginStretch()
      isOpen = true
      return segment.text.isEmpty ? nil : segment
    }

    private func time(ofSample index: Int) -> Duration {
      AudioFormat(sampleRate: options.sampleRate).duration(ofFrames: index)
    }

    /// The library's text, copied at once: the pointer is good until the next call only.
    private func text() -> String {
      guard let hypothesis = unsafe ps_get_hyp(decoder, nil) else { return "" }
      return RecognizedToken.text(unsafe String(cString: hypothesis))
    }

    /// The words of the ended stretch with their times from the start of the utterance; `nil` where those are unknown.
    private func words() -> [TranscriptWord]? {
      guard !options.removesSilence else { return nil }
      var words: [TranscriptWord] = []
      let begin = time(ofSample: stretchStart)
      let end = time(ofSample: sampleCount)
      // The library goes on counting frames from one utterance to the next; the first segment, `<s>`, has the origin.
      var origin: Int32?
      var segment = unsafe ps_seg_iter(decoder)
      while let current = unsafe segment {
        var first: Int32 = 0
        var last: Int32 = 0
        unsafe ps_seg_frames(current, &first, &last)
        let zero = origin ?? first
        origin = zero
        if let token = unsafe ps_seg_word(current), let word = RecognizedToken.word(unsafe String(cString: token)) {
          let start = min(begin + Self.frameDuration * Int(first - zero), end)
          let stop = min(begin + Self.frameDuration * Int(last - zero + 1), end)
          words.append(TranscriptWord(text: word, range: start..<max(start, stop)))
        }
        unsafe segment = ps_seg_next(current)
      }
      return words
    }

    private func failure(_ what: String) -> VoiceError {
      VoiceError(.recognitionError, .engineFailed, "PocketSphinx cannot go on: \(what).")
    }

    /// Makes a decoder out of checked arguments.
    private static func load(_ arguments: [String], _ model: PocketSphinxModel) throws(VoiceError) -> OpaquePointer {
      var pointers = unsafe arguments.map { unsafe strdup($0) }
      defer { unsafe pointers.forEach { unsafe free($0) } }
      guard let config = unsafe hearsay_ps_config_parse(Int32(pointers.count), &pointers) else {
        throw VoiceError(
          .recognitionError, .engineFailed,
          "The installed PocketSphinx library does not know an option of this package; install version 5prealpha.")
      }
      // The decoder keeps a reference of its own.
      defer { unsafe cmd_ln_free_r(config) }
      guard let decoder = unsafe ps_init(config) else {
        throw VoiceError(
          .recognitionError, .engineFailed,
          "PocketSphinx cannot load the model in \(model.acousticModel) with \(model.dictionary) and "
            + "\(model.languageModel); turn its log on to see why, or use the model of package pocketsphinx-en-us.")
      }
      return unsafe decoder
    }
  }
#endif
