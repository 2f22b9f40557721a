// SPDX-License-Identifier: Apache-2.0

/// Hands every event to every subscriber, each at its own pace, and each newcomer the current state first.
///
/// Sending never waits for a reader. All senders and subscribers see one order of events.
package final class EventBroadcaster<Event: BroadcastEvent>: Sendable {
  private struct State {
    var snapshot: Event.Snapshot
    var buffers: [UInt64: EventBuffer<Event>] = [:]
    var nextKey: UInt64 = 0
    var isFinished = false
  }

  /// Ends the subscription when the stream and its readers are gone.
  private final class Subscription: Sendable {
    let buffer: EventBuffer<Event>
    private let cancel: @Sendable () -> Void

    init(buffer: EventBuffer<Event>, cancel: @escaping @Sendable () -> Void) {
      self.buffer = buffer
      self.cancel = cancel
    }

    deinit { cancel() }
  }

  private let state: Locked<State>
  private let capacity: Int
  private let received: (@Sendable (Event) -> Void)?

  /// - Parameters:
  ///   - snapshot: The state that the first subscriber begins with.
  ///   - capacity: How many events may wait for a reader.
  ///   - received: Called by each reader's task with each event that it gets.
  package init(
    _ snapshot: sending Event.Snapshot, capacity: Int = 1024, received: (@Sendable (Event) -> Void)? = nil
  ) {
    state = Locked(State(snapshot: snapshot))
    self.capacity = capacity
    self.received = received
  }

  /// The state that a newcomer would get now.
  package var snapshot: Event.Snapshot { state.withLock { $0.snapshot } }

  /// How many subscriptions there are.
  package var subscriberCount: Int { state.withLock { $0.buffers.count } }

  /// A new subscription; one that is over at once after `finish()`.
  package func subscribe() -> EventStream<Event> {
    let buffer = EventBuffer<Event>(capacity: capacity)
    let key: UInt64 = state.withLock { state in
      if let first = Event.first(state.snapshot) { buffer.enqueue(first) }
      if state.isFinished { buffer.finish() } else { state.buffers[state.nextKey] = buffer }
      state.nextKey += 1
      return state.nextKey - 1
    }
    let subscription = Subscription(buffer: buffer) { [weak self] in
      _ = self?.state.withLock { $0.buffers.removeValue(forKey: key) }
    }
    guard let received else { return EventStream { await subscription.buffer.next() } }
    return EventStream {
      let event = await subscription.buffer.next()
      if let event { received(event) }
      return event
    }
  }

  /// Queues `event` for every subscriber.
  package func send(_ event: Event) { send { _ in event } }

  /// Queues an event that is made from the state at its place in the order of events.
  package func send(_ make: (Event.Snapshot) -> Event) {
    let buffers: [EventBuffer<Event>] = state.withLock { state in
      guard !state.isFinished else { return [] }
      let event = make(state.snapshot)
      event.apply(to: &state.snapshot)
      for buffer in state.buffers.values { buffer.enqueue(event) }
      return Array(state.buffers.values)
    }
    for buffer in buffers { buffer.wakeReaders() }
  }

  /// Ends every subscription once its reader has read what is queued.
  package func finish() {
    let buffers: [EventBuffer<Event>] = state.withLock { state in
      state.isFinished = true
      for buffer in state.buffers.values { buffer.finish() }
      defer { state.buffers = [:] }
      return Array(state.buffers.values)
    }
    for buffer in buffers { buffer.wakeReaders() }
  }
}
