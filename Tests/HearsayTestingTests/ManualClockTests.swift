// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@Suite("ManualClock")
struct ManualClockTests {
  @Test("a sleeper wakes when its moment is reached, and not before")
  func advance() async throws {
    let clock = ManualClock()
    let woken = EventRecorder<Duration>()
    let task = Task {
      try await clock.sleep(for: .seconds(2))
      woken.record(clock.now.offset)
    }
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .seconds(2))

    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    #expect(woken.events.isEmpty)

    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    try await task.value
    #expect(woken.events == [.seconds(2)])
  }

  @Test("a sleep that is over already does not suspend")
  func past() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    #expect(clock.sleeperCount == 0)
  }

  @Test("a cancelled sleeper throws and is forgotten")
  func cancel() async throws {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("several sleepers wake in the order of their moments")
  func order() async throws {
    let clock = ManualClock()
    let woken = EventRecorder<Int>()
    let tasks = (1...3).map { index in
      Task {
        try await clock.sleep(for: .seconds(index))
        woken.record(index)
      }
    }
    try await clock.waitForSleepers(3)
    for count in 1...3 {
      clock.advance(by: .seconds(1))
      try await woken.waitUntil(count: count)
    }
    for task in tasks { try await task.value }
    #expect(woken.events == [1, 2, 3])
  }
}
