// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite struct SampleRingTests {
  private func write(_ ring: SampleRing, _ samples: [Float]) -> Int {
    samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return ring.producer.write(base, count: buffer.count)
    }
  }

  private func read(_ ring: SampleRing, _ count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: max(1, count)) { target, taken in
      guard let base = target.baseAddress else { return }
      taken = ring.consumer.read(into: base, count: count)
    }
  }

  /// Exactly representable as a `Float`, and different for neighbours.
  private func sample(_ index: UInt64) -> Float { Float(index % 16_777_213) }

  @Test("exactly the capacity fits, whatever it is", arguments: [0, 1, 2, 3, 7, 8, 100, 1023, 1024, 1025])
  func capacity(_ capacity: Int) {
    let ring = SampleRing(capacity: capacity)
    let samples = (0..<capacity + 5).map(Float.init)

    #expect(ring.producer.free() == capacity)
    #expect(write(ring, samples) == capacity)
    #expect(ring.count == capacity)
    #expect(ring.producer.free() == 0)
    #expect(ring.droppedCount == 5)
    #expect(read(ring, capacity + 5) == Array(samples.prefix(capacity)))
    #expect(ring.count == 0)
  }

  @Test("a negative capacity is an empty ring, and a count below one does nothing")
  func negative() {
    let ring = SampleRing(capacity: -5)
    #expect(ring.capacity == 0)
    #expect(write(ring, [1]) == 0)
    #expect(read(ring, -1) == [])
    #expect(ring.producer.write([1], count: -1) == 0)
    #expect(ring.droppedCount == 1)
  }

  @Test(
    "a counter comes out as it went in, over every wrap of the storage and of the indices",
    arguments: [1, 3, 8, 100, 1000], [0, UInt64(UInt32.max) - 1000, UInt64(Int64.max) - 1000, .max - 1000] as [UInt64])
  func property(_ capacity: Int, _ start: UInt64) {
    var random = SeededGenerator(seed: start &+ UInt64(capacity))
    let ring = SampleRing(capacity: capacity, startingAt: start)
    let total: UInt64 = 60_000
    var written: UInt64 = 0
    var readCount: UInt64 = 0
    var isInOrder = true
    while readCount < total {
      let wanted = Int.random(in: 0...capacity + 7, using: &random)
      let samples = (0..<UInt64(wanted)).map { sample(written + $0) }
      let room = ring.producer.free()
      let accepted = write(ring, samples)
      isInOrder = isInOrder && accepted == min(wanted, room)
      written += UInt64(accepted)
      let taken = read(ring, Int.random(in: 0...capacity + 7, using: &random))
      for value in taken {
        isInOrder = isInOrder && value == sample(readCount)
        readCount += 1
      }
      isInOrder = isInOrder && ring.count == Int(written - readCount)
      if !isInOrder { break }
    }
    #expect(isInOrder, "\(random) at \(readCount)")
    #expect(ring.consumer.position() == start &+ readCount)
  }

  @Test("a full ring refuses the newest, counts it, and takes samples again as soon as there is room")
  func overflow() {
    let ring = SampleRing(capacity: 10)
    for round in 0..<1000 {
      let base = Float(round * 20)
      #expect(write(ring, (0..<14).map { base + Float($0) }) == 10)
      #expect(write(ring, [99]) == 0)
      #expect(read(ring, 20) == (0..<10).map { base + Float($0) })
    }
    #expect(ring.droppedCount == 5000)
  }

  @Test("a gap has its exact place and length, and is met before the samples behind it")
  func gap() {
    let ring = SampleRing(capacity: 10, startingAt: .max - 4)
    let start = UInt64.max - 4
    #expect(write(ring, Array(repeating: 1, count: 13)) == 10)
    #expect(write(ring, [1, 1]) == 0)
    #expect(ring.consumer.nextGap() == nil)
    _ = read(ring, 4)
    #expect(write(ring, [2]) == 1)

    #expect(ring.consumer.nextGap() == SampleRing.Gap(index: start &+ 10, length: 5))
    #expect(ring.consumer.takeGap(upTo: start &+ 9) == nil)
    #expect(read(ring, 6) == Array(repeating: 1, count: 6))
    #expect(ring.consumer.takeGap(upTo: start &+ 10) == SampleRing.Gap(index: start &+ 10, length: 5))
    #expect(ring.consumer.nextGap() == nil)
    #expect(read(ring, 6) == [2])
  }

  @Test("with more gaps than can be noted their lengths add up, so that none is lost")
  func manyGaps() {
    let ring = SampleRing(capacity: 2)
    var total: UInt64 = 0
    for _ in 0..<100 {
      _ = write(ring, [1, 1, 1])
      _ = read(ring, 2)
    }
    _ = write(ring, [1])
    while let gap = ring.consumer.nextGap() {
      total += gap.length
      #expect(ring.consumer.takeGap(upTo: gap.index) == gap)
    }
    // What did not fit into the notes is handed over with the next sample written.
    _ = write(ring, [1])
    while let gap = ring.consumer.takeGap(upTo: ring.producer.position()) { total += gap.length }
    #expect(total == 100)
    #expect(ring.droppedCount == 100)
  }

  @Test("discarding goes up to the index, and never back or beyond what was written")
  func discard() {
    let ring = SampleRing(capacity: 8, startingAt: .max - 2)
    let start = UInt64.max - 2
    _ = write(ring, [0, 1, 2, 3, 4, 5])
    ring.consumer.discard(before: start &+ 4)
    #expect(ring.consumer.position() == start &+ 4)
    ring.consumer.discard(before: start &+ 1)
    ring.consumer.discard(before: start &+ 7)
    #expect(read(ring, 8) == [4, 5])
  }

  @Test("the time of a sample is reckoned from the last stamp, forwards and backwards")
  func stamps() {
    let ring = SampleRing(capacity: 100)
    #expect(ring.consumer.captureTime(of: 0, sampleRate: 1000) == nil)
    _ = write(ring, Array(repeating: 0, count: 10))
    ring.producer.stamp(nanoseconds: 1_000_000_000)
    #expect(ring.consumer.captureTime(of: 10, sampleRate: 1000)?.nanoseconds == 1_000_000_000)
    #expect(ring.consumer.captureTime(of: 20, sampleRate: 1000)?.nanoseconds == 1_010_000_000)
    #expect(ring.consumer.captureTime(of: 0, sampleRate: 1000)?.nanoseconds == 990_000_000)
  }

  @Test("two threads: all that was accepted comes out in order, and the rest is accounted for")
  func twoThreads() async {
    let ring = SampleRing(capacity: 1000, startingAt: .max - 50_000)
    let writer = DedicatedThread(name: "ring-writer")
    let reader = DedicatedThread(name: "ring-reader")
    let total = 2_000_000
    let isDone = CancellationFlag()
    let outcome = Locked<(taken: Int, isInOrder: Bool, freeIsSane: Bool)>((0, true, true))

    writer.run {
      var random = SeededGenerator(seed: 1)
      var next = 0
      var offered = 0
      var isSane = true
      while offered < total {
        let count = Int.random(in: 1...300, using: &random)
        let samples = (0..<count).map { Float((next + $0) % 16_777_213) }
        let free = ring.producer.free()
        isSane = isSane && free >= 0 && free <= 1000
        next += samples.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map { ring.producer.write($0, count: count) } ?? 0
        }
        offered += count
      }
      let result = isSane
      outcome.withLock { $0.freeIsSane = result }
      isDone.raise()
    }
    reader.run {
      var random = SeededGenerator(seed: 2)
      var scratch = [Float](repeating: 0, count: 300)
      var expected = 0
      var isInOrder = true
      while true {
        let wasDone = isDone.isRaised
        let wanted = Int.random(in: 1...300, using: &random)
        let count = scratch.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { ring.consumer.read(into: $0, count: wanted) } ?? 0
        }
        for index in 0..<count {
          isInOrder = isInOrder && scratch[index] == Float(expected % 16_777_213)
          expected += 1
        }
        // While the writer may be handing over the next ones.
        while let gap = ring.consumer.takeGap(upTo: ring.consumer.position()) {
          isInOrder = isInOrder && gap.length > 0
        }
        if wasDone, count == 0 { break }
      }
      let result = (taken: expected, isInOrder: isInOrder)
      outcome.withLock {
        $0.taken = result.taken
        $0.isInOrder = result.isInOrder
      }
    }
    await writer.retire()
    await reader.retire()

    let result = outcome.withLock { $0 }
    #expect(result.isInOrder)
    #expect(result.freeIsSane)
    #expect(result.taken == Int(ring.producer.position() &- (UInt64.max - 50_000)))
    #expect(ring.count == 0)
  }
}
