// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct PlaybackStallTests {
  /// At which look an output is given up that shows these numbers; `nil` for never.
  private func givenUp(_ looks: [(progress: UInt64, isWaiting: Bool)]) -> Int? {
    var stall = PlaybackStall()
    return looks.firstIndex { stall.looked(progress: $0.progress, isWaiting: $0.isWaiting) }
  }

  @Test("an output that shows the same for five seconds after the first look is given up")
  func still() {
    #expect(givenUp(Array(repeating: (7, true), count: 10)) == 5)
  }

  @Test("an output that goes on within five seconds is not given up")
  func slow() {
    #expect(givenUp((0..<100).map { (UInt64($0 / 5), true) }) == nil)
    #expect(givenUp((0..<100).map { (UInt64($0 / 6), true) }) == 5)
  }

  @Test("an output that has nothing to play may stand still, and the time begins when it has")
  func idle() {
    #expect(givenUp(Array(repeating: (7, false), count: 100)) == nil)
    #expect(givenUp(Array(repeating: (7, false), count: 4) + Array(repeating: (7, true), count: 10)) == 8)
  }

  @Test("the error names the device")
  func error() {
    let error = PlaybackStall.error(device: "speaker")
    #expect(error.code == .audioError)
    #expect(error.reason == .serviceUnresponsive)
    #expect(error.message.contains("\"speaker\""))
  }
}
