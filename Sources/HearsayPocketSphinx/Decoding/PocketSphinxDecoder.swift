// SPDX-License-Identifier: Apache-2.0

#if PocketSphinx && os(Linux)
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
    /// Samples that do not fill a block yet.
    private var pending: [Int16] = []
    private var converted: [Int16] = []
    private let blockLength: Int
    /// How many samples of the utterance were searched.
    private var sampleCount = 0
    /// Where the open stretch began, in samples of the utterance.
    private var stretchStart = 0
    private var place = StretchPlace()
    private var cutter: StretchCutter
    private var wasInSpeech = false
    private var isOpen = false

    /// Loads a model that was found sound.
    init(model: PocketSphinxModel, options: PocketSphinxOptions) throws(VoiceError) {
      PocketSphinxLog.apply()
      self.options = options
      cutter = StretchCutter(sampleRate: options.sampleRate)
      blockLength = options.sampleRate / 50
      unsafe decoder = try Self.load(options.arguments(for: model), model)
    }

    deinit { unsafe ps_free(decoder) }

    func start() throws(VoiceError) {
      guard !isOpen else { throw failure("an utterance was begun inside another one; finish or cancel the first") }
      sampleCount = 0
      pending.removeAll(keepingCapacity: true)
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
      PulseCode.convert(chunk.samples, into: &converted)
      pending += converted
      // In whole blocks, so that the result does not depend on how the audio was cut into chunks.
      var finished: [TranscriptSegment] = []
      var start = 0
      while pending.count - start >= blockLength {
        if let segment = try search(pending[start..<start + blockLength]) { finished.append(segment) }
        start += blockLength
      }
      pending.removeFirst(start)
      return Hypothesis(finished: finished, text: text())
    }

    func finish() throws(VoiceError) -> Hypothesis {
      guard isOpen else { return .empty }
      let finished = pending.isEmpty ? nil : try search(pending[...])
      pending.removeAll(keepingCapacity: true)
      isOpen = false
      try endStretch()
      return Hypothesis(finished: finished.map { [$0] } ?? [], text: text(), words: words())
    }

    func cancel() {
      guard isOpen else { return }
      isOpen = false
      unsafe ps_end_utt(decoder)
    }

    /// Searches a block; returns the open stretch when it ends with it.
    private func search(_ block: ArraySlice<Int16>) throws(VoiceError) -> TranscriptSegment? {
      let frames = unsafe block.withUnsafeBufferPointer { samples in
        unsafe ps_process_raw(decoder, samples.baseAddress, samples.count, 0, 0)
      }
      guard frames >= 0 else { throw failure("the search failed; cancel the utterance and begin another") }
      sampleCount += block.count
      guard options.cutsAtPauses else { return nil }
      return shouldCut(after: block) ? try cut() : nil
    }

    /// Whether the stretch ends here: where the library's own detector hears the speech end, or else when it is long.
    private func shouldCut(after block: ArraySlice<Int16>) -> Bool {
      let isLong = cutter.shouldCut(after: block)
      guard options.removesSilence else { return isLong }
      let isInSpeech = unsafe ps_get_in_speech(decoder) != 0
      defer { wasInSpeech = isInSpeech }
      if isInSpeech {
        if !wasInSpeech { cutter.stretchBegan() }
        place.advanced(toSample: sampleCount, searchedFrames: Int(unsafe ps_get_n_frames(decoder)))
        return isLong
      }
      return wasInSpeech
    }

    private func beginStretch() throws(VoiceError) {
      guard unsafe ps_start_utt(decoder) == 0 else { throw failure("no utterance could be begun; make a new decoder") }
      stretchStart = sampleCount
      place = StretchPlace(firstSample: sampleCount)
      wasInSpeech = false
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
      let words = words()
      let start = words?.first?.range.lowerBound ?? time(ofSample: stretchStart)
      let range = start..<max(start, time(ofSample: sampleCount))
      let segment = TranscriptSegment(text: text(), words: words, range: range)
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
      // Frames that the library drops are not counted, and only at the pauses where it is cut is that put right.
      guard options.cutsAtPauses || !options.removesSilence else { return nil }
      var words: [TranscriptWord] = []
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
          let start = min(Self.frameDuration * place.frame(Int(first - zero)), end)
          let stop = min(Self.frameDuration * place.frame(Int(last - zero + 1)), end)
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
