// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// Hears and speaks: the commands and events that a voice app uses.
///
/// Make one, iterate `events` in a task, and call the commands. `close()` ends it; letting go of the last reference does
/// so too, without waiting. All of it may be called from any actor; no call blocks a thread of the cooperative pool.
public actor VoiceSession {
  /// The devices there are, their changes and interruptions.
  public nonisolated let audioSession: AudioSession

  private nonisolated let broadcaster: EventBroadcaster<VoiceEvent>
  private nonisolated let listener: Listener
  private nonisolated let queue: SynthesisQueue
  private nonisolated let recognizer: Recognizer
  private nonisolated let synthesizer: any SpeechSynthesizer
  private nonisolated let trace: TraceRecorder?
  private nonisolated let usageBefore = ProcessUsage.now
  private nonisolated let shutdown: @Sendable () async -> Void
  /// Watches the devices from the first command to `close()`, which awaits it.
  private var watching: Task<Void, Never>?
  /// The one end that every call of `close()` awaits.
  private var closing: Task<Void, Never>?

  /// Makes a session; nothing is opened or loaded yet.
  ///
  /// - Parameter configuration: The parts; PipeWire, PocketSphinx and eSpeak NG unless said.
  public init(_ configuration: VoiceConfiguration = .standard()) {
    let trace = configuration.trace
    let broadcaster = EventBroadcaster<VoiceEvent>(
      VoiceState(), received: trace.map { trace in { @Sendable event in event.received(in: trace) } })
    self.broadcaster = broadcaster
    self.trace = trace
    recognizer = Recognizer(engine: configuration.recognition)
    listener = Listener(
      source: configuration.capture, recognizer: recognizer, clock: configuration.clock, trace: trace
    ) { broadcaster.send($0) }
    synthesizer = configuration.synthesizer
    queue = SynthesisQueue(
      synthesizer: configuration.synthesizer, sink: configuration.playback,
      request: PlaybackRequest(device: configuration.outputDevice), limit: configuration.utteranceLimit,
      clock: configuration.clock, trace: trace
    ) { broadcaster.send($0) }
    audioSession = AudioSession(graph: configuration.graph, clock: configuration.clock) {
      broadcaster.sendRouteEvent($0)
    }
    shutdown = configuration.shutdown
  }

  deinit {
    guard closing == nil else { return }
    watching?.cancel()
    // Nobody is left who could await it; without it utterances would be spoken to their end.
    Task { [listener, queue, watching, recognizer, synthesizer, shutdown, broadcaster] in
      await listener.cancel()
      await queue.close()
      await watching?.value
      await recognizer.close()
      await synthesizer.close()
      await shutdown()
      broadcaster.finish()
    }
  }

  /// A new subscription to everything that happens, beginning with the current state.
  public nonisolated var events: EventStream<VoiceEvent> { broadcaster.subscribe() }

  /// Loads the model, starts the voice engine and finds the devices, so that the first command is immediate.
  ///
  /// - Throws: `recognition_error` or `synthesis_error` for an engine that cannot start, `audio_error` when no audio
  ///   server answers, `permission_denied` when it refuses us, `not_supported` for a part that this build does not have;
  ///   `busy` (`closed`) after `close()`; `CancellationError` when the task is cancelled.
  public func prepare() async throws {
    try checkOpen()
    startWatching()
    do {
      async let model: Void = recognizer.prepare()
      async let voice: Void = synthesizer.prepare()
      try await model
      try await voice
      try await findDevices()
    } catch {
      // What fails because nobody waits for it any more is not worth telling.
      try Task.checkCancellation()
      try checkOpen()
      throw error
    }
  }

  private func findDevices() async throws(VoiceError) {
    do {
      try await audioSession.ready()
    } catch {
      // A watch that gives up is about to end: once it has, the next command may start another one.
      if AudioSession.givesUp(after: error) { await watching?.value }
      throw error
    }
  }

  private func checkOpen() throws(VoiceError) {
    guard closing != nil else { return }
    throw VoiceError(.busy, .closed, "The voice session was closed; make a new one to go on.")
  }

  /// Serves until the task is cancelled, then closes: the shape that a service host runs.
  ///
  /// - Throws: What `prepare()` throws, but for its cancellation, which is the way to end this.
  public func run() async throws {
    do {
      try await prepare()
      let signal = WakeSignal()
      while !Task.isCancelled { await signal.wait() }
    } catch is CancellationError {
      // Closes like a cancellation that comes later.
    } catch {
      await close()
      throw error
    }
    await close()
  }

  // MARK: - Hearing

  /// Starts listening and returns when frames flow; nothing that is said from there on is lost.
  ///
  /// - Parameter options: The device and what the audio passes on its way.
  /// - Returns: The identifier that the session's events carry.
  /// - Throws: `busy` while a session listens; `CancellationError` when a stop came first; `audio_error`,
  ///   `permission_denied`, `recognition_error` or `invalid_argument` when the start fails. No event tells of it.
  @discardableResult
  public func startListening(_ options: ListeningOptions = ListeningOptions()) async throws -> ListeningID {
    startWatching()
    return try await listener.start(options)
  }

  /// Stops listening, decodes every frame captured before the call and returns the final transcript.
  ///
  /// - Returns: What the final event said; the same again at a second call, empty when nothing was ever listening.
  @discardableResult
  public nonisolated func stopListening() async -> Transcript { await listener.stop() }

  /// Stops listening and throws away what was heard; the session's final is empty.
  public nonisolated func cancelListening() async { await listener.cancel() }

  // MARK: - Saying

  /// Queues a text to be spoken and returns its identifier at once.
  ///
  /// - Parameter utterance: The text and how to speak it.
  /// - Returns: The identifier that the utterance's events carry.
  /// - Throws: `invalid_argument` for an empty text, a number out of range or an unknown voice; `busy` when the queue is
  ///   full or the session closed.
  @discardableResult
  public func speak(_ utterance: Utterance) async throws(VoiceError) -> Utterance.ID {
    startWatching()
    return try await queue.speak(utterance)
  }

  /// Queues a text to be spoken with the default voice.
  ///
  /// - Parameter text: Plain text.
  /// - Returns: The identifier that the utterance's events carry.
  /// - Throws: What `speak(_:)` for an utterance throws.
  @discardableResult
  public func speak(_ text: String) async throws(VoiceError) -> Utterance.ID { try await speak(Utterance(text)) }

  /// Stops an utterance wherever it stands, or all of them; each has its one end, with `finished` false.
  ///
  /// - Parameter id: The utterance; `nil` for all.
  public nonisolated func cancelSpeech(_ id: Utterance.ID? = nil) async { await queue.cancelSpeech(id) }

  /// Pauses speech: the utterance being spoken, whose `paused` event tells when it is silent, and those that wait.
  ///
  /// - Parameter boundary: At once, or behind the word being heard.
  /// - Returns: Whether there was an utterance.
  @discardableResult
  public nonisolated func pauseSpeech(at boundary: SpeechBoundary = .immediate) async -> Bool {
    await queue.pauseSpeech(at: boundary)
  }

  /// Goes on where speech was paused, with nothing left out.
  ///
  /// - Returns: Whether a pause had been asked for.
  @discardableResult
  public nonisolated func continueSpeech() async -> Bool { await queue.continueSpeech() }

  /// Whether an utterance is being spoken, is paused or waits.
  public nonisolated var isSpeaking: Bool { get async { await queue.isSpeaking } }

  /// Whether speech is paused.
  public nonisolated var isPaused: Bool { get async { await queue.isPaused } }

  /// Returns when nothing is being spoken and nothing waits, however the last utterance ended, or when the task is
  /// cancelled.
  public nonisolated func finishSpeaking() async { await queue.finishSpeaking() }

  /// Every voice that can speak.
  ///
  /// - Returns: The voices in a stable order.
  /// - Throws: `synthesis_error` when the voice engine cannot start.
  public nonisolated func voices() async throws(VoiceError) -> [Voice] { try await synthesizer.voices() }

  // MARK: - Where the time went

  /// Where the time between microphone and text, and between text and ear, was spent so far.
  ///
  /// Out of the entries that the configuration's `trace` still has; every session that writes into the same trace counts.
  /// The usage is that of the process since this session was made.
  ///
  /// - Returns: `nil` when the configuration has no trace.
  public nonisolated func latencyReport() -> LatencyReport? {
    trace.map {
      LatencyReport(
        $0.records(), sampleRate: recognizer.engine.sampleRate, usage: ProcessUsage.now.since(usageBefore))
    }
  }

  // MARK: - The end

  /// Ends everything and returns when no thread, descriptor or node of it is left.
  ///
  /// A running session ends with its final, each utterance with its end, then the event streams end. Every call
  /// returns when the end is complete. The recognizer and the synthesizer of the configuration are closed as well.
  public func close() async {
    if closing == nil {
      closing = Task { [listener, queue, watching, recognizer, synthesizer, shutdown, broadcaster] in
        await listener.close()
        await queue.close()
        watching?.cancel()
        await watching?.value
        await recognizer.close()
        await synthesizer.close()
        await shutdown()
        broadcaster.finish()
      }
    }
    await closing?.value
  }

  private func startWatching() {
    guard watching == nil, closing == nil else { return }
    // The last watch's error is not this one's; what keeps it from watching, every command that needs the audio server
    // meets and throws as well.
    audioSession.forgetFailure()
    watching = Task { [weak self, audioSession] in
      try? await audioSession.run()
      await self?.watchEnded()
    }
  }

  /// The next command starts another one.
  private func watchEnded() { watching = nil }
}
