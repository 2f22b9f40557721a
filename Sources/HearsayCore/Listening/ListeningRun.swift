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
    var started: Result<Void, any Error>?
    var startWaiter: CheckedContinuation<Void, any Error>?
    var ended: Transcript?
    var isOver = false
    var endWaiters: [CheckedContinuation<Transcript, Never>] = []
  }

  private let state = Locked(State())

  init(format: AudioFormat, options: ListeningOptions) {
    id = .next()
    inlet = CaptureInlet(format: format, capacity: format.frames(in: options.bufferDuration))
  }

  // MARK: - For whoever started it

  /// Asks the session to end; the first request counts, except that a discard overrules a finish.
  func requestStop(_ stop: ListeningStop) {
    state.withLock { state in
      if state.stop == nil || stop == .discard { state.stop = stop }
    }
    inlet.signal()
  }

  var requestedStop: ListeningStop? { state.withLock { $0.stop } }

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
