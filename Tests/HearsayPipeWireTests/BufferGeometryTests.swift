// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayPipeWire

@Suite("BufferGeometry")
struct BufferGeometryTests {
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 64)

  @Test(
    "a captured buffer gives exactly its valid whole samples",
    arguments: [
      (0, 4096, 0, 1024), (64, 1024, 64, 256), (0, 7, 0, 1), (0, 3, 0, 0), (0, 0, 0, 0), (0, 9999, 0, 1024),
      (4000, 4096, 4000, 24), (4096, 16, 0, 0), (5000, 16, 0, 0), (2, 400, 0, 0), (4094, 8, 0, 0),
    ])
  func captured(offset: Int, size: Int, expectedOffset: Int, frames: Int) {
    defer { memory.deallocate() }
    let span = BufferGeometry.captured(
      memory.baseAddress, maxsize: 4096, offset: UInt32(offset), size: UInt32(size))
    #expect(span.frames == frames)
    #expect(span.offset == expectedOffset)
    #expect(span.offset + span.frames * 4 <= 4096)
  }

  @Test("a captured buffer without memory gives nothing")
  func withoutMemory() {
    defer { memory.deallocate() }
    #expect(BufferGeometry.captured(nil, maxsize: 4096, offset: 0, size: 4096).frames == 0)
    #expect(BufferGeometry.captured(memory.baseAddress, maxsize: 0, offset: 0, size: 4096).frames == 0)
    #expect(
      BufferGeometry.captured(memory.baseAddress, maxsize: .max, offset: .max - 3, size: .max).frames == 0)
  }

  @Test("a playback buffer is filled with what is requested, as far as there is room")
  func wanted() {
    defer { memory.deallocate() }
    #expect(BufferGeometry.wanted(memory.baseAddress, maxsize: 4096, requested: 512) == 512)
    #expect(BufferGeometry.wanted(memory.baseAddress, maxsize: 4096, requested: 5000) == 1024)
    #expect(BufferGeometry.wanted(memory.baseAddress, maxsize: 4099, requested: .max) == 1024)
    #expect(BufferGeometry.wanted(memory.baseAddress, maxsize: 65_536, requested: 0) == 1024)
    #expect(BufferGeometry.wanted(memory.baseAddress, maxsize: 3, requested: 1) == 0)
    #expect(BufferGeometry.wanted(nil, maxsize: 4096, requested: 512) == 0)
  }

  @Test("no sample was captured after its cycle began")
  func captureTime() {
    defer { memory.deallocate() }
    func time(_ delay: Int64, _ converter: Int64 = 0) -> UInt64 {
      BufferGeometry.capturedAt(
        now: 1_000_000_000, delay: delay, converterDelay: converter, frames: 480, rate: 48_000)
    }
    #expect(time(0) == 990_000_000)
    #expect(time(10_000_000) == 990_000_000)
    #expect(time(30_000_000) == 970_000_000)
    #expect(time(-5, 2_000_000) == 988_000_000)
    #expect(time(.max / 2) == 0)
  }

  @Test("frames are lost when the graph's clock and the time went on by more than the cycle before")
  func lost() {
    defer { memory.deallocate() }
    func lost(_ ticks: Int64, after milliseconds: Int64, previous: UInt32 = 341) -> UInt64 {
      BufferGeometry.lost(
        ticks: ticks, tickRate: 48_000, nanoseconds: milliseconds * 1_000_000, previousFrames: previous, rate: 16_000)
    }
    #expect(lost(1024, after: 21) == 0)
    #expect(lost(1030, after: 21) == 0)
    #expect(lost(2048, after: 43) == 341)
    #expect(lost(2048, after: 40) == 341)
    #expect(lost(1024 * 100, after: 2_100) == 33_792)
    #expect(lost(2048, after: 43, previous: 0) == 0)
    #expect(lost(48_000 * 3600, after: 3_600_000) == 0)
    #expect(lost(1024, after: -5) == 0)
    // A driver that takes its time loses nothing.
    #expect(lost(1024, after: 500) == 0)
    // Another driver, another clock: only the time says what is missing.
    #expect(lost(48_000 * 3600, after: 21) == 0)
    #expect(lost(9_000, after: 21) == 0)
    #expect(lost(-4096, after: 21) == 0)
    #expect(lost(-4096, after: 63) == 667)
    #expect(lost(9_000, after: 43) == 347)
  }
}
