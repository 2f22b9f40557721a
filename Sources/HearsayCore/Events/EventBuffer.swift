// SPDX-License-Identifier: Apache-2.0

/// One subscriber's queue with its lock and its sleeping reader.
final class EventBuffer<Event: BroadcastEvent>: Sendable {
  private let machine: Locked<EventBufferStateMachine<Event>>
  private let wake = WakeSignal()

  init(capacity: Int) { machine = Locked(EventBufferStateMachine(capacity: capacity)) }

  /// Queues an event.
  ///
  /// Wakes nobody, so that it may be called with the broadcaster's lock held.
  func enqueue(_ event: Event) { machine.withLock { $0.eventArrived(event) } }

  func finish() { machine.withLock { $0.finished() } }

  func wakeReader() { wake.signal() }

  /// The next event, or `nil` after the end or when the reading task is cancelled.
  func next() async -> Event? {
    while !Task.isCancelled {
      switch machine.withLock({ $0.consumerAsked() }) {
      case .deliver(let event): return event
      case .finish: return nil
      case .suspend: await wake.wait()
      }
    }
    return nil
  }
}
