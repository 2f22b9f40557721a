// SPDX-License-Identifier: Apache-2.0

/// Listens: captures audio, recognises it and reports what was said, one session at a time.
///
/// This is the hearing half of a voice session, and works alone. A lock and a pure state machine instead of an actor,
/// because a cancelled task and a dropped owner must be able to stop a session at once.
public final class Listener: Sendable {
  private let source: any CaptureSource
  private let recognizer: Recognizer
  private let clock: any Clock<Duration>
  private let recorder: TraceRecorder?
  private let report: @Sendable (VoiceEvent) -> Void
  private let machine = Locked(ListenerStateMachine<ListeningRun>())

  /// Makes a listener; nothing is opened or loaded yet.
  ///
  /// - Parameters:
  ///   - source: Where audio comes from.
  ///   - recognizer: What understands it.
  ///   - clock: Measures the start limit.
  ///   - trace: Remembers when audio and results passed which stage.
  ///   - report: Called with every event of every session, in order, on any thread; it must not block.
  public init(
    source: any CaptureSource, recognizer: Recognizer, clock: any Clock<Duration> = ContinuousClock(),
    trace: TraceRecorder? = nil, report: @escaping @Sendable (VoiceEvent) -> Void
  ) {
    self.source = source
    self.recognizer = recognizer
    self.clock = clock
    recorder = trace
    self.report = report
  }

  deinit { machine.withLock { $0.activeRun }?.requestStop(.discard) }

  /// Starts a session and returns when frames flow and the model is loaded; nothing from there on is lost.
  ///
  /// - Parameter options: The device and the stages in between.
  /// - Returns: The identifier that the session's events carry.
  /// - Throws: `invalid_argument` for a duration out of range; `busy` while a session listens; `CancellationError` when a stop or the task's cancellation came first;
  ///   what the source or the recognizer throws. A failed start reports no event.
  @discardableResult
  public func start(_ options: ListeningOptions = ListeningOptions()) async throws -> ListeningID {
    try Task.checkCancellation()
    try options.validate()
    let run = ListeningRun(
      format: AudioFormat(sampleRate: recognizer.engine.sampleRate), options: options, recorder: recorder)
    let previous: ListeningRun?
    switch machine.withLock({ $0.startRequested(run) }) {
    case .run(let earlier): previous = earlier
    case .refuseBusy:
      throw VoiceError(
        .busy, .alreadyListening, "A listening session is running; stop it before you start another.",
        isRecoverable: true)
    case .refuseClosed:
      throw VoiceError(.busy, .closed, "The voice session was closed; make a new one to listen again.")
    }
    let environment = ListeningRun.Environment(
      source: source, recognizer: recognizer, clock: clock, options: options, report: report,
      isEnding: { [machine] in machine.withLock { $0.runIsEnding { $0 === run } } })
    // Owned by the machine: `stop()` and `close()` wait for its end, the last owner's `deinit` asks for it.
    Task { [machine] in
      let transcript = await run.execute(in: environment, after: previous)
      machine.withLock { $0.runEnded(transcript) { $0 === run } }
      run.over(transcript)
    }
    try await withTaskCancellationHandler {
      try await run.waitUntilStarted()
    } onCancel: {
      run.requestStop(.discard)
    }
    // Cancelled in the last moment: the session is being discarded.
    try Task.checkCancellation()
    return run.id
  }

  /// Stops the session, decodes every frame captured before the call and returns the final transcript.
  ///
  /// A second stop returns the same transcript; without a session there is nothing to do and the result is empty.
  ///
  /// - Returns: The transcript whose final event has been reported.
  @discardableResult
  public func stop() async -> Transcript {
    switch machine.withLock({ $0.stopRequested() }) {
    case .answer(let transcript): return transcript
    case .stop(let run):
      run.requestStop(.finish(.now))
      return await run.waitUntilOver()
    }
  }

  /// Stops the session and throws away what was heard; its final is empty.
  public func cancel() async {
    guard case .stop(let run) = machine.withLock({ $0.stopRequested() }) else { return }
    run.requestStop(.discard)
    _ = await run.waitUntilOver()
  }

  /// Whether a session is listening or about to.
  public var isListening: Bool { machine.withLock { $0.activeRun != nil } }

  /// Ends the session with its final and accepts no other.
  public func close() async {
    guard let run = machine.withLock({ $0.closeRequested() }) else { return }
    run.requestStop(.finish(.now))
    _ = await run.waitUntilOver()
  }
}
