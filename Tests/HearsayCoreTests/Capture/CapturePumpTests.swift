// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite("CapturePump")
struct CapturePumpTests {
  private let format = AudioFormat(sampleRate: 16_000)

  private func counting(_ range: Range<Int>) -> [Float] { range.map(Float.init) }

  @Test("frames come as chunks of the size asked for, the rest as a shorter one")
  func chunks() {
    let inlet = CaptureInlet(format: format, capacity: 1_000)
    inlet.write(counting(0..<700), capturedAt: MonotonicTime(nanoseconds: 5_000_000_000))
    var pump = CapturePump(inlet: inlet, chunkFrames: 320)

    var chunks: [AudioChunk] = []
    while case .chunk(let chunk) = pump.next() { chunks.append(chunk) }

    #expect(chunks.map(\.samples.count) == [320, 320, 60])
    #expect(chunks.map(\.sampleIndex) == [0, 320, 640])
    #expect(chunks.flatMap(\.samples) == counting(0..<700))
    #expect(chunks.map { $0.capturedAt.nanoseconds } == [5_000_000_000, 5_020_000_000, 5_040_000_000])
  }

  @Test("a gap comes where the frames are missing, and what follows keeps its place")
  func gap() {
    let inlet = CaptureInlet(format: format, capacity: 100)
    inlet.write(counting(0..<150))
    var pump = CapturePump(inlet: inlet, chunkFrames: 60)

    var items: [CapturePump.Item?] = [pump.next(), pump.next()]
    inlet.write(counting(150..<160))
    items += [pump.next(), pump.next(), pump.next()]

    let places = items.map { item -> String in
      switch item {
      case .chunk(let chunk): "\(chunk.sampleIndex)+\(chunk.samples.count)=\(Int(chunk.samples.first ?? -1))"
      case .gap(let frames, let place): "gap \(frames) at \(place)"
      case nil: "none"
      }
    }
    #expect(places == ["0+60=0", "60+40=60", "gap 50 at \(Duration.microseconds(6_250))", "150+10=150", "none"])
    #expect(pump.trailingGap() == nil)
  }

  @Test("frames refused at the very end are a gap of their own")
  func trailingGap() {
    let inlet = CaptureInlet(format: format, capacity: 100)
    inlet.write(counting(0..<130))
    var pump = CapturePump(inlet: inlet, chunkFrames: 1_000)

    _ = pump.next()

    #expect(pump.next() == nil)
    #expect(pump.trailingGap() == .gap(frames: 30, at: .microseconds(6_250)))
    #expect(pump.trailingGap() == nil)
  }

  @Test("reported gaps and read frames account for every frame written", arguments: [1, 2, 3, 4])
  func accounting(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let inlet = CaptureInlet(format: format, capacity: 500)
    var pump = CapturePump(inlet: inlet, chunkFrames: 90)
    var written = 0
    var expected = 0
    func check(_ item: CapturePump.Item) {
      switch item {
      case .chunk(let chunk):
        #expect(chunk.sampleIndex == expected)
        #expect(chunk.samples == counting(expected..<expected + chunk.samples.count))
        expected += chunk.samples.count
      case .gap(let frames, _): expected += frames
      }
    }

    for _ in 0..<2_000 {
      let count = random(200)
      inlet.write(counting(written..<written + count))
      written += count
      for _ in 0..<random(3) { if let item = pump.next() { check(item) } }
    }
    while let item = pump.next() { check(item) }
    if let item = pump.trailingGap() { check(item) }

    #expect(expected == written)
  }
}
