// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCommand

@Suite struct TerminationTests {
  @Test("every waiter gets the first cause, also one that comes later")
  func firstCause() async {
    let termination = Termination()
    async let first = termination.wait()
    async let second = termination.wait()

    termination.raise(.signal(2))
    termination.raise(.outputClosed)

    #expect(await first == .signal(2))
    #expect(await second == .signal(2))
    #expect(await termination.wait() == .signal(2))
    #expect(termination.cause == .signal(2))
  }

  @Test("a cancelled waiter leaves with nothing, and the others go on waiting", arguments: 0..<50)
  func cancelled(round: Int) async {
    let termination = Termination()
    let waiter = Task { await termination.wait() }
    async let other = termination.wait()

    waiter.cancel()

    #expect(await waiter.value == nil)
    #expect(termination.cause == nil)
    termination.raise(.endOfInput)
    #expect(await other == .endOfInput)
  }
}
