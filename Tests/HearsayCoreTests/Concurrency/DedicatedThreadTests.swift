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

  /// Ends its thread when nobody needs it any more.
  private final class Owner: Sendable {
    let thread: DedicatedThread
    private let ended: EventRecorder<Int>

    init(thread: DedicatedThread, ended: EventRecorder<Int>) {
      self.thread = thread
      self.ended = ended
    }

    func work() {}

    deinit {
      thread.run { [ended] in ended.record(2) }
      thread.finish()
      ended.record(1)
    }
  }

  @Test("an owner whose last reference goes with a job on the thread may use the thread once more and end it")
  func lastReferenceInJob() async throws {
    let thread = DedicatedThread(name: "owner")
    let ended = EventRecorder<Int>()
    let gate = BlockingGate()
    do {
      let owner = Owner(thread: thread, ended: ended)
      thread.run {
        gate.wait()
        owner.work()
      }
    }
    gate.open()
    #expect(try await ended.waitUntil(count: 2) == [1, 2])
    await thread.retire()
  }

  @Test("a thread that was told to end may be waited for as well")
  func finishAndRetire() async {
    let thread = DedicatedThread(name: "both")
    let gate = BlockingGate()
    for _ in 0..<100 {
      gate.close()
      thread.run { gate.wait() }
      thread.finish()
      thread.finish()
      async let first: Void = thread.retire()
      gate.open()
      await first
    }
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
