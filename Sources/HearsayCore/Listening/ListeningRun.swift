// SPDX-License-Identifier: Apache-2.0

/// One listening session from its start to its final, on one task with one way out.
///
/// However a session ends — stop, discard, end of input, lost device, engine error — `execute()` leaves its loop and
/// goes through the same tail: release the microphone, decode what was captured, publish the final, then the error.
final class ListeningRun: Sendable {
  let id: ListeningID
  let inlet: CaptureInlet

  private struct State {
    var stop: ListeningStop?
    /// Whether the input had ended before somebody asked for the stop.
    var hadEnded = false
    var opening: Task<any CaptureStream, any Error>?
    var prepared: Result<Void, VoiceError>?
    var started: Result<Void, any Error>?
    var startWaiter: CheckedContinuation<Void, any Error>?
    var ended: Transcript?
    var isOver = false
    var endWaiters: [CheckedContinuation<Transcript, Never>] = []
  }

  private let state = Locked(State())

  init(format: AudioFormat, options: ListeningOptions, recorder: TraceRecorder? = nil) {
    id = .next()
    inlet = CaptureInlet(
      format: format, capacity: format.frames(in: options.bufferDuration), recorder: recorder, subject: id.rawValue)
  }

  // MARK: - For whoever started it

  /// Asks the session to end; the first request counts, except that a discard overrules a finish.
  func requestStop(_ stop: ListeningStop) {
    let hadEnded = inlet.captureEnd != nil
    let opening: Task<any CaptureStream, any Error>? = state.withLock { state in
      if state.stop == nil { state.hadEnded = hadEnded }
      if state.stop == nil || stop == .discard { state.stop = stop }
      return state.opening
    }
    inlet.trace.record(.stopRequested, of: id.rawValue)
    // A device or a pipe that does not answer keeps nobody waiting.
    opening?.cancel()
    inlet.signal()
  }

  var requestedStop: ListeningStop? { state.withLock { $0.stop } }

  /// Whether the input ended by itself, and not because somebody asked for it.
  var endedByItself: Bool { state.withLock { $0.stop == nil || $0.hadEnded } }

  /// Returns when the session is ready; throws what kept it from becoming so.
  func waitUntilStarted() async throws {
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      let result: Result<Void, any Error>? = state.withLock { state in
        if state.started == nil { state.startWaiter = waiter }
        return state.started
      }
      if let result { waiter.resume(with: result) }
    }
  }

  /// Returns the transcript once the final is out.
  func waitUntilOver() async -> Transcript {
    await withCheckedContinuation { (waiter: CheckedContinuation<Transcript, Never>) in
      let transcript: Transcript? = state.withLock { state in
        if !state.isOver { state.endWaiters.append(waiter) }
        return state.isOver ? state.ended ?? .empty : nil
      }
      if let transcript { waiter.resume(returning: transcript) }
    }
  }

  // MARK: - For the session's task

  /// Opens the input; a stop that is asked for meanwhile cancels the opening.
  func open(_ source: any CaptureSource, _ request: CaptureRequest) async throws -> any CaptureStream {
    let opening = Task { [inlet] in try await source.open(request, into: inlet) }
    let isStopped = state.withLock { state in
      state.opening = opening
      return state.stop != nil
    }
    if isStopped { opening.cancel() }
    defer { state.withLock { $0.opening = nil } }
    return try await opening.value
  }

  /// Loads the model beside the opening of the input.
  ///
  /// Nobody who fails or stops waits for it: the recognizer may be busy with the last session's words for a while, and
  /// ends what it has begun by itself.
  func prepare(_ recognizer: Recognizer) {
    Task {
      let result: Result<Void, VoiceError>
      do throws(VoiceError) {
        try await recognizer.prepare()
        result = .success(())
      } catch {
        result = .failure(error)
      }
      state.withLock { $0.prepared = result }
      inlet.signal()
    }
  }

  /// Returns when the model is loaded or a stop is asked for.
  func waitUntilPrepared() async throws(VoiceError) {
    while requestedStop == nil {
      if let result = state.withLock({ $0.prepared }) { return try result.get() }
      await inlet.waitForFrames()
    }
  }

  func started(_ result: Result<Void, any Error>) {
    let waiter: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard state.started == nil else { return nil }
      state.started = result
      defer { state.startWaiter = nil }
      return state.startWaiter
    }
    waiter?.resume(with: result)
  }

  func over(_ transcript: Transcript?) {
    let waiters: [CheckedContinuation<Transcript, Never>] = state.withLock { state in
      state.isOver = true
      state.ended = transcript
      defer { state.endWaiters = [] }
      return state.endWaiters
    }
    for waiter in waiters { waiter.resume(returning: transcript ?? .empty) }
  }
}
