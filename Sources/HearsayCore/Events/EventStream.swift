// SPDX-License-Identifier: Apache-2.0

/// One subscription to a stream of events; for one reader.
///
/// It begins with the current state and then has every event in order. At most 1,024 events wait for a reader that does
/// not read: then partial results go first, after them the oldest events. An event with their number is then the next one
/// that is read, before everything that waits, wherever the missing ones would have stood. The
/// stream ends when its source is closed or when the reading task is cancelled. Letting go of it ends the subscription.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
  private let read: @Sendable () async -> Element?

  init(_ read: @escaping @Sendable () async -> Element?) { self.read = read }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    let read: @Sendable () async -> Element?

    /// The next event, or `nil` after the end or when the task is cancelled.
    public mutating func next() async -> Element? { await read() }

    /// The next event, or `nil` after the end or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await read() }
  }

  /// Makes the reader.
  ///
  /// Several readers of one subscription share its events, each of which one of them gets; subscribe once for each
  /// instead, so that each has all of them.
  public func makeAsyncIterator() -> Iterator { Iterator(read: read) }
}

@available(*, unavailable) extension EventStream.Iterator: Sendable {}
