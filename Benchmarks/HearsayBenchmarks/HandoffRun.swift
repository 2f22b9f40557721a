// SPDX-License-Identifier: Apache-2.0

internal import CPeers
internal import Glibc
internal import HearsayCore
internal import Synchronization

/// One run of one way to hand blocks over.
final class HandoffRun: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case ours = "ring and wake-up"
    case stream = "AsyncStream of arrays"
    case queue = "queue behind a mutex"
  }

  struct Result: Sendable {
    var microseconds: [Double] = []
    var allocations: UInt64 = 0
    var sleeps = 0
  }

  private let kind: Kind
  private let ticks: Int
  private let frames: Int
  private let cycle: UInt64
  /// When each block was handed over; written before, read behind the hand-over.
  private let sent: [HandoffMoment]
  private let inlet: CaptureInlet
  private let waker = DedicatedThread(name: "bench-waker")
  private let audio = DedicatedThread(name: "bench-audio")
  private let blocks: (stream: AsyncStream<[Float]>, continuation: AsyncStream<[Float]>.Continuation)
  private let queue = Locked<[[Float]]>([])
  private let queued = WakeSignal()

  init(_ kind: Kind, ticks: Int, frames: Int, cycle: UInt64) {
    self.kind = kind
    self.ticks = ticks
    self.frames = frames
    self.cycle = cycle
    sent = (0..<ticks).map { _ in HandoffMoment() }
    inlet = CaptureInlet(format: AudioFormat(sampleRate: 48_000), capacity: frames * 64)
    blocks = AsyncStream<[Float]>.makeStream()
  }

  func measure() async throws -> Result {
    let allocations = peer_allocations()
    let sleeps = Self.sleeps
    async let received = receive()
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw BenchmarkFailure("The system has no file left for a pipe.") }
    let (wakes, wake) = (ends[0], ends[1])
    defer { for end in [wakes, wake] { close(end) } }
    // The thread of PipeWire's loop: what the audio thread writes becomes a wake-up there.
    async let waking: Void = waker.result { [self] in if kind == .ours { wakeReader(wakes) } }
    await audio.result { [self] in beat(wake) }
    await waking
    var result = Result(microseconds: await received)
    result.allocations = peer_allocations() - allocations
    result.sleeps = Self.sleeps - sleeps
    await waker.retire()
    await audio.retire()
    guard result.microseconds.count == ticks else {
      throw BenchmarkFailure("\(kind.rawValue) handed over \(result.microseconds.count) of \(ticks) blocks.")
    }
    return result
  }

  // MARK: - The audio thread

  private func beat(_ event: Int32) {
    // As PipeWire's data thread has it, where the system allows that.
    var priority = sched_param(sched_priority: 20)
    _ = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
    var block = [Float](repeating: 0, count: frames)
    var next = MonotonicTime.now.nanoseconds
    for tick in 0..<ticks {
      next += cycle
      var moment = timespec(tv_sec: Int(next / 1_000_000_000), tv_nsec: Int(next % 1_000_000_000))
      unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
      block[0] = Float(tick)
      peer_count_allocations(1)
      sent[tick].nanoseconds.store(MonotonicTime.now.nanoseconds, ordering: .relaxed)
      hand(over: block, event)
      peer_count_allocations(0)
    }
    if kind == .stream { blocks.continuation.finish() }
  }

  private func hand(over block: [Float], _ event: Int32) {
    switch kind {
    case .ours:
      unsafe block.withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { _ = unsafe inlet.producer.write(base, count: buffer.count) }
      }
      var byte: UInt8 = 1
      unsafe write(event, &byte, 1)
    case .stream: blocks.continuation.yield(Array(block[...]))
    case .queue:
      queue.withLock { $0.append(Array(block[...])) }
      queued.signal()
    }
  }

  private func wakeReader(_ event: Int32) {
    var bytes = [UInt8](repeating: 0, count: 64)
    var seen = 0
    while seen < ticks {
      let count = unsafe read(event, &bytes, bytes.count)
      guard count > 0 else { return }
      seen += count
      inlet.signal()
    }
  }

  // MARK: - The task

  @concurrent private func receive() async -> [Double] {
    var delays: [Double] = []
    delays.reserveCapacity(ticks)
    func took(_ block: [Float]) {
      guard let first = block.first else { return }
      let start = sent[Int(first)].nanoseconds.load(ordering: .relaxed)
      delays.append(Double(MonotonicTime.now.nanoseconds - start) / 1000)
    }
    switch kind {
    case .ours:
      while delays.count < ticks {
        await inlet.waitForFrames()
        while inlet.ring.count >= frames { took(takeBlock()) }
      }
    case .stream: for await block in blocks.stream { took(block) }
    case .queue:
      while delays.count < ticks {
        await queued.wait()
        let blocks = queue.withLock { queue in
          defer { queue = [] }
          return queue
        }
        for block in blocks { took(block) }
      }
    }
    return delays
  }

  private func takeBlock() -> [Float] {
    unsafe [Float](unsafeUninitializedCapacity: frames) { buffer, count in
      count = unsafe buffer.baseAddress.map { unsafe inlet.ring.consumer.read(into: $0, count: frames) } ?? 0
    }
  }

  private static var sleeps: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw
  }
}

/// A moment that one thread writes and another one reads.
final class HandoffMoment: Sendable {
  let nanoseconds = Atomic<UInt64>(0)
}
