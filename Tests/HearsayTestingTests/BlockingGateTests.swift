// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayTesting
import Testing

@Suite("BlockingGate")
struct BlockingGateTests {
  @Test("a pass lets one thread through, and an open gate all")
  func release() async throws {
    let gate = BlockingGate()
    let passed = EventRecorder<Bool>()
    for _ in 0..<3 { Thread.detachNewThread { passed.record(gate.wait()) } }
    try await gate.waitForWaiters(3)
    #expect(passed.events.isEmpty)

    gate.releaseOne()
    try await passed.waitUntil(count: 1)
    #expect(gate.waiterCount == 2)

    gate.open()
    #expect(try await passed.waitUntil(count: 3) == [true, true, true])
  }

  @Test("a pass given before is kept, and a closed gate stops newcomers")
  func latched() async throws {
    let gate = BlockingGate(isOpen: true)
    let passed = EventRecorder<Bool>()
    Thread.detachNewThread { passed.record(gate.wait()) }
    try await passed.waitUntil(count: 1)

    gate.close()
    gate.releaseOne()
    Thread.detachNewThread { passed.record(gate.wait()) }
    try await passed.waitUntil(count: 2)

    Thread.detachNewThread { passed.record(gate.wait()) }
    try await gate.waitForWaiters()
    gate.open()
    try await passed.waitUntil(count: 3)
  }

  @Test("a thread that nobody lets through goes on after the limit")
  func limit() async throws {
    let gate = BlockingGate()
    let passed = EventRecorder<Bool>()
    Thread.detachNewThread { passed.record(gate.wait(upTo: 0)) }
    #expect(try await passed.waitUntil(count: 1) == [false])
    #expect(gate.waiterCount == 0)
  }
}
