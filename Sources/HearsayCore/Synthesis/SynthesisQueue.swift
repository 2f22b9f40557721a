// SPDX-License-Identifier: Apache-2.0

// One task speaks while there is something to speak. It renders an utterance by a child task, writes the blocks as they
// come, and tells each event when the output has played that far. Commands never wait for it: they change the state
// machine on the actor, raise the rendering's flag and empty the buffer; the task sees that its utterance is gone.

/// Speaks utterances one after another: the way from a text to the loudspeaker, usable without anything else.
///
/// At most `limit` utterances wait, the one being spoken included. The output is opened with the first one, corked while
/// there is nothing to say, and opened anew when the voice's sample rate changes or it failed. Call `close()` at the
/// end.
public actor SynthesisQueue {
  private let synthesizer: any SpeechSynthesizer
  private let request: PlaybackRequest
  private let clock: any Clock<Duration>
  private let report: @Sendable (VoiceEvent) -> Void
  private let recorder: TraceRecorder?
  private let trace: TraceWriter
  private let signal: SpeechSignal
  private let output: SpeechOutput
  private var machine: SynthesisQueueStateMachine
  private var playback = SpeechPlayback()
  private var pause = SpeechPause()
  // Names that the engine said yes to; forgotten when there are too many.
  private var knownVoices: Set<String> = []
  // Speaks until there is nothing left; awaited by `close()`.
  private var worker: Task<Void, Never>?
  // Whoever waits in `finishSpeaking()`.
  private let finishers = WaitingTasks()
  // The one closing that every call of `close()` awaits.
  private var closing: Task<Void, Never>?

  /// Makes an idle queue; nothing is opened.
  ///
  /// - Parameters:
  ///   - synthesizer: The voice engine.
  ///   - sink: Where the speech is played.
  ///   - request: The device and the latency.
  ///   - limit: How many utterances there may be at a time, at least one.
  ///   - clock: Measures how long the output may stand still while there is something to play: 5 s.
  ///   - trace: Remembers when utterances passed which stage.
  ///   - report: Called with each `synthesis` event and, behind the end of an utterance that failed, its `error`: in
  ///     order, on the queue's actor. It must not block.
  public init(
    synthesizer: any SpeechSynthesizer, sink: any PlaybackSink, request: PlaybackRequest = PlaybackRequest(),
    limit: Int = 256, clock: any Clock<Duration> = ContinuousClock(), trace: TraceRecorder? = nil,
    report: @escaping @Sendable (VoiceEvent) -> Void
  ) {
    self.synthesizer = synthesizer
    self.request = request
    self.clock = clock
    self.report = report
    recorder = trace
    self.trace = trace?.writer ?? .off
    signal = SpeechSignal()
    output = SpeechOutput(sink: sink, request: request, signal: signal)
    machine = SynthesisQueueStateMachine(limit: limit)
  }

  /// Whether an utterance is being spoken, is paused or waits.
  public var isSpeaking: Bool { machine.isSpeaking }

  /// Whether speech is paused: nothing is heard until `continueSpeech()`.
  public var isPaused: Bool { pause.isPaused }

  /// Starts the engine, so that the first word comes without delay.
  ///
  /// - Throws: `synthesis_error` when its data is missing or damaged.
  public func prepare() async throws(VoiceError) { try await synthesizer.prepare() }

  /// Queues an utterance and returns at once; its events carry the identifier returned.
  ///
  /// Suspends only to ask the engine for a voice, the first time that an utterance names it.
  ///
  /// - Parameter utterance: What to say and how.
  /// - Returns: The utterance's identifier.
  /// - Throws: `invalid_argument` for an empty text (`emptyText`), a number out of range (`outOfRange`) or a voice that
  ///   the engine does not have (`unknownVoice`); `busy` when the queue is full (`queueFull`) or closed (`closed`);
  ///   `synthesis_error` when the engine cannot say which voices it has.
  @discardableResult
  public func speak(_ utterance: Utterance) async throws(VoiceError) -> Utterance.ID {
    try utterance.validate()
    // Not the engine's error, which may be closed by now too.
    guard closing == nil else { throw Self.closed }
    if let voice = utterance.voice { try await checkVoice(voice) }
    let id = Utterance.ID.next()
    trace.record(.speakRequested, of: id.rawValue)
    switch machine.utteranceArrived(utterance, id: id) {
    case .none: break
    case .startWorker: worker = Task { await work() }
    case .refuseFull:
      throw VoiceError(
        .busy, .queueFull, "The utterance queue is full; wait for an utterance to end or cancel some.",
        isRecoverable: true)
    case .refuseClosed: throw Self.closed
    }
    return id
  }

  private static let closed = VoiceError(
    .busy, .closed, "The utterance queue was closed; make a new one to speak again.")

  /// Stops one utterance wherever it stands, or all of them.
  ///
  /// The one being spoken falls silent in the output's next cycle. Each one stopped ends with `finished` false before this
  /// returns. One that has ended is left alone.
  ///
  /// - Parameter id: The utterance; `nil` for all.
  public func cancelSpeech(_ id: Utterance.ID? = nil) { end(machine.cancelled(id)) }

  /// Pauses the utterance being spoken, and with it those that wait; the output is corked meanwhile.
  ///
  /// The utterance's `paused` event comes when nothing of it is heard any more. When it ends before that, the pause is the
  /// next one's, which then does not begin. The pause ends with `continueSpeech()`, or when no utterance is left.
  ///
  /// - Parameter boundary: At once, or behind the word being heard.
  /// - Returns: Whether there was an utterance.
  @discardableResult
  public func pauseSpeech(at boundary: SpeechBoundary = .immediate) -> Bool {
    guard machine.isSpeaking else { return false }
    pause.requested(at: boundary)
    signal.signal()
    return true
  }

  /// Goes on where speech was paused, with nothing left out; takes back a pause that has not come yet.
  ///
  /// - Returns: Whether a pause had been asked for.
  @discardableResult
  public func continueSpeech() -> Bool {
    guard pause.continued() else { return false }
    playback.buffer?.release()
    signal.signal()
    return true
  }

  /// Returns when nothing is being spoken and nothing waits, however the last utterance ended, or when the task is
  /// cancelled.
  public func finishSpeaking() async {
    while machine.isSpeaking, !Task.isCancelled { await finishers.wait() }
  }

  /// Ends everything and gives the output back; returns when it is closed and no task is left.
  public func close() async {
    end(machine.closed())
    let worker = worker
    worker?.cancel()
    if closing == nil {
      closing = Task {
        await worker?.value
        await output.close()
      }
    }
    await closing?.value
  }

  private func checkVoice(_ id: String) async throws(VoiceError) {
    if knownVoices.contains(id) { return }
    try await synthesizer.checkVoice(id)
    if knownVoices.count >= 256 { knownVoices = [] }
    knownVoices.insert(id)
  }

  // MARK: - The task that speaks

  private func work() async {
    while true {
      switch machine.workerAsked() {
      case .speak(let entry): await speak(entry)
      case .rest:
        pause.reset()
        await output.rest()
      case .end: return finishers.resumeAll()
      }
    }
  }

  private func speak(_ entry: SynthesisQueueStateMachine.Entry) async {
    playback = SpeechPlayback()
    trace.record(.speechBegan, of: entry.id.rawValue)
    let pipe = RenderPipe(player: signal)
    let renderer = PieceRenderer(
      synthesizer: synthesizer, utterance: entry.utterance, cancellation: entry.cancellation)
    async let rendering: Void = renderer.run(into: pipe)
    // Cancelled and awaited at the end of the scope.
    async let _ = watchOutput(of: entry)
    await play(entry, from: pipe)
    // Whatever ended it, the engine is free again before the next utterance.
    entry.cancellation.raise()
    pipe.close()
    await rendering
  }

  private func play(_ entry: SynthesisQueueStateMachine.Entry, from pipe: RenderPipe) async {
    while machine.isCurrent(entry.id) {
      if let error = playback.buffer?.error { return fail(entry, error) }
      let heard = playback.heardCount()
      for kind in playback.heard(heard) {
        if kind == .started { record(.firstHeard, of: entry.id, at: playback.heardTime(ofLast: false)) }
        tell(entry.id, kind)
      }
      if playback.isComplete(heard: heard) { return finish(entry) }
      do throws(VoiceError) {
        if try await followPause(entry) { continue }
        if !pause.isPaused, try await advance(entry, from: pipe) { continue }
      } catch {
        return fail(entry, error)
      }
      await signal.wait()
    }
  }

  /// Takes one step towards a pause or out of it; returns whether there was one to take.
  private func followPause(_ entry: SynthesisQueueStateMachine.Entry) async throws(VoiceError) -> Bool {
    switch pause.step {
    case .none, .rest: return false
    case .hold(let boundary):
      guard let buffer = playback.buffer else { return await fallSilent(entry) }
      guard let frame = playback.pauseFrame(at: boundary) else { return false }
      buffer.hold(at: frame)
      pause.held(at: frame)
      return true
    case .awaitSilence(let frame):
      guard playback.isSilent(before: frame) else { return false }
      return await fallSilent(entry)
    case .goOn:
      // Before the output runs: a pause that is asked for meanwhile is a new one.
      pause.wentOn()
      if let buffer = playback.buffer { _ = try await output.run(sampleRate: buffer.format.sampleRate) }
      if machine.isCurrent(entry.id) { tell(entry.id, .continued) }
      return true
    }
  }

  private func fallSilent(_ entry: SynthesisQueueStateMachine.Entry) async -> Bool {
    guard pause.fellSilent() else { return false }
    await output.rest()
    if machine.isCurrent(entry.id) { tell(entry.id, .paused) }
    return true
  }

  /// Takes one step towards the output; returns whether there was one to take.
  private func advance(
    _ entry: SynthesisQueueStateMachine.Entry, from pipe: RenderPipe
  ) async throws(VoiceError) -> Bool {
    if !playback.pending.isEmpty {
      let isFirst = playback.frameCount == 0
      let didWrite = playback.writePending()
      if isFirst, didWrite { trace.record(.written, of: entry.id.rawValue) }
      return didWrite
    }
    guard let item = pipe.take() else { return false }
    switch item {
    case .pieceBegan(let piece): playback.pieceBegan(piece)
    case .pieceEnded: playback.pieceEnded()
    case .finished(let count): playback.renderingFinished(characterCount: count)
    case .failed(let error): throw error
    case .block(let block):
      if !block.samples.isEmpty {
        if playback.buffer == nil { trace.record(.rendered, of: entry.id.rawValue) }
        try await openOutput(for: block, of: entry)
      }
      guard machine.isCurrent(entry.id) else { return true }
      playback.blockArrived(block)
    }
    return true
  }

  private func openOutput(
    for block: SynthesisBlock, of entry: SynthesisQueueStateMachine.Entry
  ) async throws(VoiceError) {
    if let buffer = playback.buffer, buffer.format.sampleRate == block.sampleRate { return }
    guard playback.buffer == nil, block.sampleRate > 0 else {
      throw VoiceError(
        .synthesisError, .engineFailed,
        "\(synthesizer.name) changed to \(block.sampleRate) Hz within an utterance; use another voice.")
    }
    let buffer = try await output.run(sampleRate: block.sampleRate)
    if machine.isCurrent(entry.id) { playback.outputOpened(buffer) }
  }

  /// Fails the output when it stands still with something to play: such a one wakes nobody.
  private func watchOutput(of entry: SynthesisQueueStateMachine.Entry) async {
    var stall = PlaybackStall()
    while machine.isCurrent(entry.id) {
      do { try await clock.sleep(for: PlaybackStall.interval) } catch { return }
      guard machine.isCurrent(entry.id), let buffer = playback.buffer else { continue }
      if pause.isPaused {
        stall = PlaybackStall()
        continue
      }
      let heard = playback.heardCount()
      // What was taken is heard as time goes by, for which nobody wakes the player either.
      if heard > 0 { signal.signal() }
      let progress = buffer.takenFrames &+ UInt64(heard)
      if stall.looked(progress: progress, isWaiting: playback.isWaiting(heard: heard)) {
        return buffer.fail(PlaybackStall.error(device: request.device))
      }
    }
  }

  // MARK: - Ends

  private func finish(_ entry: SynthesisQueueStateMachine.Entry) {
    guard machine.finished(entry.id) else { return }
    leavePause()
    record(.lastHeard, of: entry.id, at: playback.heardTime(ofLast: true), value: UInt64(playback.frameCount))
    tell(entry.id, .ended(finished: true, spokenCharacters: playback.allCharacters))
  }

  private func fail(_ entry: SynthesisQueueStateMachine.Entry, _ error: VoiceError) {
    // Without an audio server nothing that waits can be spoken either.
    let isServiceLost = error.reason == .serviceUnavailable || error.reason == .serviceUnresponsive
    let action = machine.failed(entry.id, takesAll: isServiceLost)
    guard action.current != nil else { return }
    end(action, error)
  }

  private func end(_ action: SynthesisQueueStateMachine.EndAction, _ error: VoiceError? = nil) {
    if let entry = action.current {
      trace.record(.cancelRequested, of: entry.id.rawValue)
      entry.cancellation.raise()
      playback.buffer?.expectMore(false)
      leavePause()
      output.discard()
      signal.signal()
      tell(entry.id, .ended(finished: false, spokenCharacters: playback.spokenCharacters))
      if let error { report(.error(error, sessionID: nil, utteranceID: entry.id, time: .now)) }
    }
    for id in action.waiting { tell(id, .ended(finished: false, spokenCharacters: 0)) }
  }

  /// The utterance is over, and so is its pause; without another one there is nothing to pause either.
  private func leavePause() {
    playback.buffer?.release()
    if machine.isSpeaking { pause.utteranceEnded() } else { pause.reset() }
  }

  private func record(
    _ stage: TraceStage, of id: Utterance.ID, at time: MonotonicTime?, value: UInt64 = 0
  ) {
    guard let time else { return }
    trace.record(stage, of: id.rawValue, position: 0, value: value, nanoseconds: time.nanoseconds)
  }

  private func tell(_ id: Utterance.ID, _ kind: SynthesisEvent.Kind) {
    report(.synthesis(SynthesisEvent(utteranceID: id, kind: kind)))
  }
}
