// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct PlaybackBufferTests {
  private let buffer = PlaybackBuffer(format: AudioFormat(sampleRate: 1000), capacity: 100)

  /// One cycle of an output whose first frame is heard after so many milliseconds of the clock.
  @discardableResult
  private func cycle(_ count: Int, heardAt milliseconds: UInt64) -> (taken: Int, samples: [Float]) {
    var taken = 0
    let samples = [Float](unsafeUninitializedCapacity: count) { target, initialized in
      guard let base = target.baseAddress else { return }
      taken = buffer.renderer.render(into: base, count: count, heardAt: milliseconds * 1_000_000)
      initialized = count
    }
    return (taken, samples)
  }

  private func heard(at milliseconds: UInt64) -> UInt64 {
    buffer.heardFrames(at: MonotonicTime(nanoseconds: milliseconds * 1_000_000))
  }

  private func samples(_ range: Range<Int>) -> ArraySlice<Float> { range.map(Float.init)[...] }

  @Test("writes what fits, plays it in order, and fills up with silence")
  func order() {
    #expect(buffer.write(samples(0..<150)) == 100)
    #expect(buffer.writtenFrames == 100)
    #expect(cycle(60, heardAt: 0).samples == Array(samples(0..<60)))
    #expect(buffer.takenFrames == 60)
    let last = cycle(60, heardAt: 60)
    #expect(last.taken == 40)
    #expect(last.samples == Array(samples(60..<100)) + Array(repeating: 0, count: 20))
  }

  @Test("a frame is heard when its time has come, not when it was taken")
  func heardFrames() {
    #expect(heard(at: 5000) == 0)
    _ = buffer.write(samples(0..<100))
    #expect(heard(at: 5000) == 0)
    cycle(50, heardAt: 1000)
    #expect(heard(at: 900) == 0)
    #expect(heard(at: 1000) == 0)
    #expect(heard(at: 1010) == 10)
    #expect(heard(at: 1050) == 50)
    #expect(heard(at: 9000) == 50)
    cycle(50, heardAt: 1050)
    #expect(heard(at: 1049) == 49)
    #expect(heard(at: 1060) == 60)
  }

  @Test("frames behind a pause are heard after it, and those before stay heard")
  func pause() {
    _ = buffer.write(samples(0..<10))
    cycle(20, heardAt: 1000)
    cycle(20, heardAt: 1020)
    #expect(heard(at: 2000) == 10)
    _ = buffer.write(samples(10..<20))
    #expect(heard(at: 2000) == 10)
    cycle(20, heardAt: 2050)
    #expect(heard(at: 2055) == 15)
  }

  @Test("frames thrown away are not heard, whatever time goes by, until later ones are")
  func discarded() {
    _ = buffer.write(samples(0..<60))
    cycle(20, heardAt: 1000)
    buffer.discard()
    let silent = cycle(20, heardAt: 1020)
    #expect(silent.taken == 0)
    #expect(silent.samples.allSatisfy { $0 == 0 })
    #expect(buffer.takenFrames == 60)
    #expect(heard(at: 9000) == 20)

    _ = buffer.write(samples(60..<70))
    #expect(cycle(10, heardAt: 9100).samples == Array(samples(60..<70)))
    #expect(heard(at: 9101) == 61)
  }

  @Test("what is written after a discard is played")
  func writtenAfterDiscard() {
    _ = buffer.write(samples(0..<30))
    buffer.discard()
    _ = buffer.write(samples(30..<40))
    let first = cycle(20, heardAt: 0)
    #expect(first.taken == 10)
    #expect(first.samples.prefix(10) == samples(30..<40))
  }

  @Test("silence counts as an underrun only while more is expected")
  func underruns() {
    cycle(10, heardAt: 0)
    #expect(buffer.underrunFrames == 0)
    buffer.expectMore(true)
    _ = buffer.write(samples(0..<4))
    cycle(10, heardAt: 10)
    #expect(buffer.underrunFrames == 6)
    buffer.expectMore(false)
    cycle(10, heardAt: 20)
    #expect(buffer.underrunFrames == 6)
  }

  @Test("the first failure counts and wakes the writer")
  func failure() async {
    let first = VoiceError(.routeChanged, .deviceRemoved, "The device is gone.")
    buffer.fail(first)
    buffer.fail(VoiceError(.audioError, .streamFailed, "Another one."))
    #expect(buffer.error == first)
    await buffer.waitForProgress()
  }
}
