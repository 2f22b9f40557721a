// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@Suite("Gate")
struct GateTests {
  @Test("one pass lets exactly one task through, the longest waiting")
  func releaseOne() async throws {
    let gate = Gate()
    let passed = EventRecorder<Int>()
    let tasks = try await (0..<3).asyncMap { index in
      let task = Task {
        try await gate.wait()
        passed.record(index)
      }
      try await gate.waitForWaiters(index + 1)
      return task
    }

    gate.releaseOne()
    try await passed.waitUntil(count: 1)
    #expect(passed.events == [0])
    #expect(gate.waiterCount == 2)

    gate.open()
    for task in tasks { try await task.value }
    #expect(Set(passed.events) == [0, 1, 2])
    #expect(gate.arrivalCount == 3)
    #expect(gate.waiterCount == 0)
  }

  @Test("a pass given before anyone came is kept")
  func latched() async throws {
    let gate = Gate()
    gate.releaseOne()
    try await gate.wait()
    #expect(gate.waiterCount == 0)
  }

  @Test("a closed gate stops newcomers")
  func close() async throws {
    let gate = Gate(isOpen: true)
    try await gate.wait()
    gate.close()
    let task = Task { try await gate.wait() }
    try await gate.waitForWaiters()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(gate.waiterCount == 0)
  }

  @Test("a wait in a cancelled task throws at once")
  func cancelledBefore() async throws {
    let gate = Gate()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.wait()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("waiting for tasks that never come ends with an error that says so")
  func limit() async throws {
    let error = await #expect(throws: VoiceError.self) {
      try await Gate().waitForWaiters(2, upTo: .milliseconds(10))
    }
    #expect(error?.reason == .timeLimit)
    #expect(error?.message.contains("Only 0 of 2 tasks") == true)
  }

  @Test("many tasks and many passes lose none", arguments: [1, 200])
  func stress(count: Int) async throws {
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask { try await gate.wait() }
        group.addTask { gate.releaseOne() }
      }
      try await group.waitForAll()
    }
    #expect(gate.waiterCount == 0)
    #expect(gate.arrivalCount == count)
  }
}

extension Sequence {
  /// `map` with a closure that waits.
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
