// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayTesting
import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(1))) struct DedicatedThreadTests {
  private actor Confined {
    private let executor: DedicatedThreadExecutor
    private(set) var threads: Set<UInt> = []
    private(set) var calls: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: DedicatedThreadExecutor) { self.executor = executor }

    func call(_ number: Int) {
      threads.insert(UInt(pthread_self()))
      calls.append(number)
    }
  }

  @Test("jobs run in order on one thread that is not the caller's")
  func order() async {
    let thread = DedicatedThread(name: "jobs")
    let seen = Locked<[(Int, Bool)]>([])
    for number in 0..<1000 { thread.run { seen.withLock { $0.append((number, thread.isCurrent)) } } }
    await thread.retire()
    let result = seen.withLock { $0 }
    #expect(result.map(\.0) == Array(0..<1000))
    #expect(result.allSatisfy { $0.1 })
    #expect(!thread.isCurrent)
  }

  @Test("a retired thread starts anew for a later job, again and again")
  func restart() async {
    let thread = DedicatedThread(name: "again")
    let count = Locked(0)
    await thread.retire()
    for round in 1...200 {
      thread.run { count.withLock { $0 += 1 } }
      await thread.retire()
      #expect(count.withLock { $0 } == round)
    }
  }

  @Test("several may wait for the end at once, and all return")
  func severalRetire() async {
    let thread = DedicatedThread(name: "several")
    thread.run {}
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { await thread.retire() } }
    }
  }

  private final class Owner: Sendable {
    let thread = DedicatedThread(name: "owned")
    deinit { thread.finish() }
  }

  @Test("a job may hold the last reference to the thread's owner, whose end ends the thread")
  func lastReference() async throws {
    let gate = BlockingGate()
    let thread: DedicatedThread
    do {
      let owner = Owner()
      thread = owner.thread
      thread.run { withExtendedLifetime(owner) { _ = gate.wait() } }
    }
    gate.open()

    // On a thread of its own, so that one that hangs fails the test and does not hang it as well.
    let recorder = EventRecorder<Bool>(limit: .seconds(20))
    Thread.detachNewThread {
      thread.run { recorder.record(true) }
      thread.finish()
    }
    try await recorder.waitUntil(count: 1)
  }

  @Test("an actor stays on its executor's thread")
  func actor() async {
    let executor = DedicatedThreadExecutor(name: "actor")
    let confined = Confined(executor: executor)
    for number in 0..<500 { await confined.call(number) }
    #expect(await confined.threads.count == 1)
    #expect(await confined.calls == Array(0..<500))
    await executor.retire()
    await confined.call(500)
    #expect(await confined.calls.count == 501)
    await executor.retire()
  }
}
