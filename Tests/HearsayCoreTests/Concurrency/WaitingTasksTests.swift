// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(1))) struct WaitingTasksTests {
  private func waitForSleepers(_ count: Int, in tasks: WaitingTasks) async throws {
    #expect(try await ProcessResources.wait(until: { count - tasks.count }, isAtMost: 0))
  }

  @Test("all who sleep are resumed at once, and a cancelled one alone")
  func resumed() async throws {
    let tasks = WaitingTasks()
    let sleepers = (0..<4).map { _ in Task { await tasks.wait() } }
    try await waitForSleepers(4, in: tasks)
    sleepers[2].cancel()
    await sleepers[2].value
    #expect(tasks.count == 3)
    tasks.resumeAll()
    for sleeper in sleepers { await sleeper.value }
    #expect(tasks.count == 0)
  }

  @Test("a task that was cancelled before does not sleep")
  func cancelledBefore() async {
    let tasks = WaitingTasks()
    for _ in 0..<500 {
      let sleeper = Task { await tasks.wait() }
      sleeper.cancel()
      await sleeper.value
    }
    #expect(tasks.count == 0)
  }
}
