// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(1))) struct WakeSignalTests {
  @Test("signals given while nobody waits end one wait")
  func latched() async {
    let signal = WakeSignal()
    signal.signal()
    signal.signal()
    await signal.wait()

    let isWoken = Locked(false)
    let waiter = Task {
      await signal.wait()
      isWoken.withLock { $0 = true }
    }
    #expect(!isWoken.withLock { $0 })
    signal.signal()
    await waiter.value
    #expect(isWoken.withLock { $0 })
  }

  @Test("a cancelled task does not wait, whether cancelled before or meanwhile")
  func cancelled() async {
    let signal = WakeSignal()
    for _ in 0..<200 {
      let waiter = Task { await signal.wait() }
      waiter.cancel()
      await waiter.value
    }
  }

  @Test("no signal is lost between a thread and a task that looks and waits")
  func handShake() async {
    let signal = WakeSignal()
    let answer = WakeSignal()
    let count = Locked(0)
    let rounds = 20_000
    let other = Task {
      for round in 1...rounds {
        while count.withLock({ $0 }) < round { await signal.wait() }
        answer.signal()
      }
    }
    for _ in 0..<rounds {
      count.withLock { $0 += 1 }
      signal.signal()
      await answer.wait()
    }
    await other.value
  }
}
