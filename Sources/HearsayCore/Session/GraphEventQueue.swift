// SPDX-License-Identifier: Apache-2.0

/// Brings the facts of one watch from the backend's loop thread to the session, in order, and the watch's end last.
///
/// Bounded: a thread that must not wait cannot be held back, so when the session falls behind by more than `limit`
/// facts, all are thrown away and the session is told to watch anew.
final class GraphEventQueue: Sendable {
  /// What the session gets.
  enum Batch: Sendable {
    case events([GraphEvent])
    case overflowed
    /// The watch ended; with an error unless it was cancelled.
    case ended(VoiceError?)
  }

  private struct State {
    var events: [GraphEvent] = []
    var hasOverflowed = false
    var isEnded = false
    var error: VoiceError?
  }

  private let limit: Int
  private let state = Locked(State())
  private let wake = WakeSignal()

  init(limit: Int) { self.limit = limit }

  func put(_ event: GraphEvent) {
    state.withLock { state in
      guard !state.hasOverflowed else { return }
      if state.events.count < limit {
        state.events.append(event)
      } else {
        state.events = []
        state.hasOverflowed = true
      }
    }
    wake.signal()
  }

  func finish(_ error: VoiceError?) {
    state.withLock { state in
      state.isEnded = true
      state.error = error
    }
    wake.signal()
  }

  /// What came since the last call, as soon as there is something; `.ended(nil)` at once when the task is cancelled.
  func next() async -> Batch {
    while !Task.isCancelled {
      let batch: Batch? = state.withLock { state in
        if state.hasOverflowed { return .overflowed }
        if !state.events.isEmpty {
          defer { state.events = [] }
          return .events(state.events)
        }
        return state.isEnded ? .ended(state.error) : nil
      }
      if let batch { return batch }
      await wake.wait()
    }
    return .ended(nil)
  }
}
