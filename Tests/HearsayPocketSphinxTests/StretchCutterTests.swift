// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayPocketSphinx

@Suite("StretchCutter")
struct StretchCutterTests {
  /// Seconds of a loud or quiet alternating signal, in pieces of 100 ms; returns when the cut came.
  private func cutTime(_ cutter: inout StretchCutter, _ parts: [(seconds: Double, level: Int16)]) -> Double? {
    var time = 0.0
    for part in parts {
      for _ in 0..<Int(part.seconds * 10) {
        let samples = (0..<1600).map { $0 % 2 == 0 ? part.level : -part.level }
        time += 0.1
        if cutter.shouldCut(after: samples) { return (time * 10).rounded() / 10 }
      }
    }
    return nil
  }

  @Test("nothing is cut before ten seconds, however long the pause")
  func early() {
    var cutter = StretchCutter(sampleRate: 16_000)
    #expect(cutTime(&cutter, [(2, 8000), (7.9, 0)]) == nil)
  }

  @Test("after ten seconds half a second of pause is a cut, and less is none")
  func pause() {
    var cutter = StretchCutter(sampleRate: 16_000)
    #expect(cutTime(&cutter, [(1, 10), (10, 8000), (0.4, 10), (1, 8000), (1, 10)]) == 12.9)
  }

  @Test("after twenty seconds a gap is enough")
  func gap() {
    var cutter = StretchCutter(sampleRate: 16_000)
    #expect(cutTime(&cutter, [(1, 10), (20, 8000), (1, 10)]) == 21.1)
  }

  @Test("sound with gaps too short for a word to end is cut at thirty seconds")
  func limit() {
    var cutter = StretchCutter(sampleRate: 16_000)
    let piece = (0..<4800).map { ($0 < 480 ? 10 : 8000) * ($0 % 2 == 0 ? 1 : -1) as Int16 }

    let pieces = (1...200).first { _ in cutter.shouldCut(after: piece) }

    #expect(pieces == 100)
  }

  @Test("a pause in a noisy room is one as well")
  func noisyRoom() {
    var cutter = StretchCutter(sampleRate: 16_000)
    #expect(cutTime(&cutter, [(1, 500), (10, 8000), (1, 500)]) == 11.5)
  }

  @Test("a new stretch counts from its own beginning")
  func again() {
    var cutter = StretchCutter(sampleRate: 16_000)
    #expect(cutTime(&cutter, [(11, 0)]) == 10)
    cutter.stretchBegan()
    #expect(cutTime(&cutter, [(9.9, 0)]) == nil)
  }
}
