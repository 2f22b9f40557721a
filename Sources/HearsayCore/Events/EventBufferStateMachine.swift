// SPDX-License-Identifier: Apache-2.0

/// What one subscriber has not read yet: a bounded queue, as a pure state machine without lock or continuation.
///
/// When it is full, the oldest expendable event goes; only where there is none, the oldest event. Events thrown away
/// since the last read are counted, and their count is the next event read, before all that waits. That is where they are
/// missing when the oldest ones went; an expendable one may be missing from between events that come after the count. An
/// event that a newer one supersedes is no loss and not counted.
package struct EventBufferStateMachine<Event: BroadcastEvent> {
  /// What to do for a reader that asks.
  package enum NextAction {
    case deliver(Event)
    case finish
    case suspend
  }

  private let capacity: Int
  private var queue: [Event] = []
  private var head = 0
  private var droppedCount = 0
  private var isFinished = false

  /// - Parameter capacity: How many events may wait, at least one.
  package init(capacity: Int) { self.capacity = max(1, capacity) }

  /// How many events wait.
  package var count: Int { queue.count - head }

  package mutating func eventArrived(_ event: Event) {
    guard !isFinished else { return }
    if count > 0, let last = queue.last, event.supersedes(last) {
      queue[queue.count - 1] = event
      return
    }
    if count >= capacity {
      let victim = queue[head...].firstIndex(where: \.isExpendable) ?? head
      queue.remove(at: victim)
      droppedCount += 1
    }
    queue.append(event)
  }

  package mutating func finished() { isFinished = true }

  package mutating func consumerAsked() -> NextAction {
    if droppedCount > 0 {
      let event = Event.dropped(droppedCount)
      droppedCount = 0
      if let event { return .deliver(event) }
    }
    guard count > 0 else { return isFinished ? .finish : .suspend }
    let event = queue[head]
    head += 1
    if head == queue.count {
      queue.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64 {
      queue.removeFirst(head)
      head = 0
    }
    return .deliver(event)
  }
}
