// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(1))) struct EventBroadcasterTests {
  @Test("a newcomer gets the present state first, then everything")
  func newcomer() async {
    let broadcaster = EventBroadcaster<TestEvent>(0)
    broadcaster.send(.final(7))
    let stream = broadcaster.subscribe()
    broadcaster.send(.final(8))
    broadcaster.finish()
    var events: [TestEvent] = []
    for await event in stream { events.append(event) }
    #expect(events == [.final(7), .final(8)])
  }

  @Test("a subscription after the end has the state and is over")
  func afterTheEnd() async {
    let broadcaster = EventBroadcaster<TestEvent>(3)
    broadcaster.finish()
    broadcaster.send(.final(4))
    var events: [TestEvent] = []
    for await event in broadcaster.subscribe() { events.append(event) }
    #expect(events == [.final(3)])
  }

  @Test("every subscriber sees the same order, whoever sends")
  func oneOrder() async {
    let broadcaster = EventBroadcaster<TestEvent>(0, capacity: 10_000)
    let streams = (0..<3).map { _ in broadcaster.subscribe() }
    async let results = withTaskGroup(of: [TestEvent].self) { group in
      for stream in streams {
        group.addTask {
          var events: [TestEvent] = []
          for await event in stream { events.append(event) }
          return events
        }
      }
      var all: [[TestEvent]] = []
      for await events in group { all.append(events) }
      return all
    }
    await withTaskGroup(of: Void.self) { group in
      for sender in 1...3 {
        group.addTask { for number in 0..<1000 { broadcaster.send(.final(sender * 10_000 + number)) } }
      }
    }
    broadcaster.finish()
    let all = await results
    #expect(all.allSatisfy { $0.count == 3001 })
    #expect(Set(all).count == 1)
  }

  @Test("a subscriber that does not read loses partials only, and the finals come in order")
  func slowReader() async {
    let broadcaster = EventBroadcaster<TestEvent>(0, capacity: 16)
    let stream = broadcaster.subscribe()
    for session in 0..<10 {
      for number in 0..<100 { broadcaster.send(.partial(number)) }
      broadcaster.send(.final(session))
    }
    broadcaster.finish()
    var finals: [TestEvent] = []
    for await event in stream { if case .final = event { finals.append(event) } }
    #expect(finals == [.final(0)] + (0..<10).map { .final($0) })
  }

  @Test("letting go of the stream ends the subscription")
  func letGo() async {
    let broadcaster = EventBroadcaster<TestEvent>(0)
    do {
      let stream = broadcaster.subscribe()
      #expect(broadcaster.subscriberCount == 1)
      withExtendedLifetime(stream) {}
    }
    #expect(broadcaster.subscriberCount == 0)
    let reader = Task { for await event in broadcaster.subscribe() where event == .final(1) { break } }
    broadcaster.send(.final(1))
    await reader.value
    #expect(broadcaster.subscriberCount == 0)
  }

  @Test("sending while readers are cancelled neither hangs nor breaks")
  func cancelled() async {
    let broadcaster = EventBroadcaster<TestEvent>(0)
    for round in 0..<2000 {
      let stream = broadcaster.subscribe()
      let reader = Task { for await _ in stream {} }
      async let sending: Void = broadcaster.send(.final(round))
      reader.cancel()
      await sending
      await reader.value
    }
    #expect(broadcaster.subscriberCount == 0)
  }

  @Test("several readers of one subscription sleep side by side, share its events and see its end")
  func severalReaders() async throws {
    let buffer = EventBuffer<TestEvent>(capacity: 16)
    let readers = (0..<3).map { _ in
      Task {
        var events: [TestEvent] = []
        while let event = await buffer.next() { events.append(event) }
        return events
      }
    }
    // Without a place for each, they would wake one another for ever and never sleep together.
    func waitForReaders(_ count: Int) async throws {
      #expect(try await ProcessResources.wait(until: { count - buffer.readerCount }, isAtMost: 0))
    }
    try await waitForReaders(3)
    for number in 0..<9 {
      buffer.enqueue(.final(number))
      buffer.wakeReaders()
    }
    try await waitForReaders(3)
    readers[0].cancel()
    var events = await readers[0].value
    #expect(buffer.readerCount == 2)
    buffer.enqueue(.final(9))
    buffer.finish()
    buffer.wakeReaders()
    for reader in readers.dropFirst() { events += await reader.value }
    #expect(Set(events) == Set((0..<10).map { .final($0) }))
    #expect(events.count == 10)
    #expect(buffer.readerCount == 0)
  }
}
