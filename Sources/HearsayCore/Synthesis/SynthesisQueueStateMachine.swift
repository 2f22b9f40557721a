// SPDX-License-Identifier: Apache-2.0

/// Which utterances there are, which one is spoken, and which have ended: a pure state machine.
///
/// An utterance leaves it exactly once, and whoever takes it out reports its end. That is what makes the end unique
/// however a cancellation, a failure, a close and the natural end meet.
package struct SynthesisQueueStateMachine: Sendable {
  /// An utterance and the flag that stops its rendering.
  package struct Entry: Sendable {
    package let id: Utterance.ID
    package let utterance: Utterance
    package let cancellation = CancellationFlag()
  }

  /// What to do for a new utterance.
  package enum SpeakAction: Sendable, Hashable {
    /// The task that speaks must be started.
    case startWorker
    /// The task that speaks will find it.
    case none
    case refuseFull
    case refuseClosed
  }

  /// What to do for utterances that were taken out.
  package struct EndAction: Sendable {
    /// The one that was being spoken: stop it.
    package var current: Entry?
    /// Those that waited, in order.
    package var waiting: [Utterance.ID] = []
  }

  /// What the task that speaks does next.
  package enum WorkerAction: Sendable {
    case speak(Entry)
    /// Nothing to speak: cork the output, then ask again.
    case rest
    /// Nothing came in the meantime: end.
    case end
  }

  private enum Worker {
    case none
    case working
    case resting
  }

  private let limit: Int
  private var current: Entry?
  private var waiting: [Entry] = []
  private var worker = Worker.none
  private var isClosed = false

  /// - Parameter limit: How many utterances there may be, the one being spoken included; at least one.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// The utterance being spoken.
  package var currentID: Utterance.ID? { current?.id }

  /// Whether an utterance is spoken or waits.
  package var isSpeaking: Bool { current != nil || !waiting.isEmpty }

  package func isCurrent(_ id: Utterance.ID) -> Bool { current?.id == id }

  package mutating func utteranceArrived(_ utterance: Utterance, id: Utterance.ID) -> SpeakAction {
    if isClosed { return .refuseClosed }
    guard waiting.count + (current == nil ? 0 : 1) < limit else { return .refuseFull }
    waiting.append(Entry(id: id, utterance: utterance))
    switch worker {
    case .none:
      worker = .working
      return .startWorker
    case .resting, .working: return .none
    }
  }

  package mutating func workerAsked() -> WorkerAction {
    precondition(current == nil, "The utterance being spoken has not ended.")
    if !waiting.isEmpty {
      let entry = waiting.removeFirst()
      current = entry
      worker = .working
      return .speak(entry)
    }
    switch worker {
    case .working:
      worker = .resting
      return .rest
    case .resting, .none:
      worker = .none
      return .end
    }
  }

  /// The one utterance is wanted no more, or, without an id, none is.
  package mutating func cancelled(_ id: Utterance.ID?) -> EndAction {
    guard let id else { return takeAll() }
    if let entry = current, entry.id == id {
      current = nil
      return EndAction(current: entry)
    }
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return EndAction() }
    return EndAction(waiting: [waiting.remove(at: index).id])
  }

  /// All of the utterance was heard; returns whether it was still the one being spoken, so that its end is to be told.
  package mutating func finished(_ id: Utterance.ID) -> Bool {
    guard isCurrent(id) else { return false }
    current = nil
    return true
  }

  /// The utterance cannot go on, and when `takesAll`, no other can; without a `current` when it had ended before.
  package mutating func failed(_ id: Utterance.ID, takesAll: Bool) -> EndAction {
    guard isCurrent(id) else { return EndAction() }
    return takesAll ? takeAll() : cancelled(id)
  }

  package mutating func closed() -> EndAction {
    isClosed = true
    return takeAll()
  }

  private mutating func takeAll() -> EndAction {
    defer {
      current = nil
      waiting = []
    }
    return EndAction(current: current, waiting: waiting.map(\.id))
  }
}
