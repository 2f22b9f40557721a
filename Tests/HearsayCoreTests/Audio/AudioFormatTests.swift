// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@Suite("AudioFormat")
struct AudioFormatTests {
  @Test("frames and durations come back as they went in", arguments: [8_000, 16_000, 22_050, 44_100, 48_000])
  func roundTrip(rate: Int) {
    let format = AudioFormat(sampleRate: rate)

    for frames in stride(from: 0, to: 200_000, by: 997) {
      #expect(format.frames(in: format.duration(ofFrames: frames)) == frames)
    }
    #expect(AudioFormat(sampleRate: 16_000).frames(in: .milliseconds(1_001)) == 16_016)
  }

  @Test("durations without sense give a number of frames without a trap")
  func extremes() {
    let format = AudioFormat(sampleRate: 48_000)

    #expect(format.frames(in: .seconds(-1)) == 0)
    #expect(format.frames(in: .seconds(Int64.max)) == format.frames(in: .nanoseconds(Int64.max)))
    #expect(format.frames(in: .seconds(Int64.min)) == 0)
    #expect(AudioFormat(sampleRate: 0).duration(ofFrames: 5) == .zero)
  }
}
