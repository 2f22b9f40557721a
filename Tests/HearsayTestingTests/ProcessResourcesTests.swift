// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayTesting
import Testing

@Suite("ProcessResources")
struct ProcessResourcesTests {
  @Test("a thread and a descriptor more are counted")
  func counts() async throws {
    // Other tests run in this process as well: so many at once are ours beyond doubt.
    let count = 200
    let descriptors = ProcessResources.fileDescriptorCount
    let handles = (0..<count).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
    #expect(ProcessResources.fileDescriptorCount > descriptors + count / 2)
    for handle in handles { try handle.close() }

    let threads = ProcessResources.threadCount
    let gate = BlockingGate()
    for _ in 0..<count { Thread.detachNewThread { gate.wait() } }
    try await gate.waitForWaiters(count)
    #expect(ProcessResources.threadCount > threads + count / 2)
    gate.open()
    #expect(
      try await ProcessResources.wait(until: { ProcessResources.threadCount }, isAtMost: threads + count / 2))
    #expect(
      try await !ProcessResources.wait(
        until: { ProcessResources.threadCount }, isAtMost: 0, upTo: .milliseconds(1)))
  }
}
