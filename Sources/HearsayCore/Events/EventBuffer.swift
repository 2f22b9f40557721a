// SPDX-License-Identifier: Apache-2.0

/// One subscriber's queue with its lock and its sleeping readers.
///
/// Several readers share the events: each event goes to the one that has waited longest, the end to all of them.
final class EventBuffer<Event: BroadcastEvent>: Sendable {
  private struct Reader: Sendable {
    let id: UInt64
    let continuation: CheckedContinuation<Event?, Never>
  }

  private struct State: Sendable {
    var machine: EventBufferStateMachine<Event>
    var readers: [Reader] = []
    /// Readers whose task was cancelled before they slept.
    var cancelled: Set<UInt64> = []
    var lastID: UInt64 = 0

    /// Takes out a reader together with what it is to be told.
    mutating func nextAnswer() -> (reader: Reader, event: Event?)? {
      guard !readers.isEmpty else { return nil }
      switch machine.consumerAsked() {
      case .deliver(let event): return (readers.removeFirst(), event)
      case .finish: return (readers.removeFirst(), nil)
      case .suspend: return nil
      }
    }
  }

  private let state: Locked<State>

  init(capacity: Int) { state = Locked(State(machine: EventBufferStateMachine(capacity: capacity))) }

  /// How many readers sleep.
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// Queues an event.
  ///
  /// Wakes nobody, so that it may be called with the broadcaster's lock held.
  func enqueue(_ event: Event) { state.withLock { $0.machine.eventArrived(event) } }

  /// Queues the end, and wakes nobody.
  func finish() { state.withLock { $0.machine.finished() } }

  /// Hands what is queued to the readers that sleep.
  func wakeReaders() {
    while let (reader, event) = state.withLock({ $0.nextAnswer() }) { reader.continuation.resume(returning: event) }
  }

  /// The next event, or `nil` after the end or when the reading task is cancelled.
  func next() async -> Event? {
    guard !Task.isCancelled else { return nil }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    // A cancellation that came first, or too late, has left its mark; it goes with the wait.
    defer { _ = state.withLock { $0.cancelled.remove(id) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(id) { return true }
          state.readers.append(Reader(id: id, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(returning: nil) } else { wakeReaders() }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) {
    let reader: Reader? = state.withLock { state in
      if let index = state.readers.firstIndex(where: { $0.id == id }) { return state.readers.remove(at: index) }
      state.cancelled.insert(id)
      return nil
    }
    reader?.continuation.resume(returning: nil)
  }
}
