// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore
  internal import Synchronization

  /// What the data thread needs to capture: a plain struct on the heap, so that a cycle counts no reference.
  ///
  /// Made before the stream and freed after it was destroyed, by the loop thread.
  struct CaptureCycle: ~Copyable {
    let producer: SampleRing.Producer
    /// Where the time of each cycle goes.
    let trace: TraceWriter
    let traceSubject: UInt64
    /// Nanoseconds a frame, to know up to when was captured.
    let nanosecondsPerFrame: Double
    /// Whether frames are still wanted.
    let isOpen = Atomic<Bool>(true)
    /// Whether a cycle has brought frames.
    let hasFrames = Atomic<Bool>(false)
    /// Up to when was captured, in nanoseconds of the monotonic clock; written after the frames.
    let capturedUntil = Atomic<UInt64>(0)
    /// How many frames the last cycle brought.
    let lastCount = Atomic<Int>(0)

    init(inlet: CaptureInlet) {
      producer = inlet.producer
      trace = inlet.trace
      traceSubject = inlet.traceSubject
      nanosecondsPerFrame = 1e9 / Double(max(1, inlet.format.sampleRate))
    }
  }

  // The attributes are underscored in Swift 6.3; they make the compiler prove what a real-time thread needs.

  /// Puts captured frames into the ring.
  ///
  /// Called by C on the data thread.
  @_noAllocation @_noLocks
  func captureCycle(
    _ context: UnsafeMutableRawPointer?, _ samples: UnsafePointer<Float>, _ frames: UInt32, _ capturedAt: UInt64,
    _ lost: UInt64, _ now: UInt64
  ) {
    guard let context = unsafe context else { return }
    let cycle = unsafe context.assumingMemoryBound(to: CaptureCycle.self)
    guard unsafe cycle.pointee.isOpen.load(ordering: .acquiring) else { return }
    let count = Int(truncatingIfNeeded: frames)
    unsafe cycle.pointee.producer.skip(count: lost)
    unsafe cycle.pointee.producer.stamp(nanoseconds: capturedAt)
    let accepted = unsafe cycle.pointee.producer.write(samples, count: count)
    let length = unsafe UInt64(Double(count) * cycle.pointee.nanosecondsPerFrame)
    unsafe cycle.pointee.trace.delivered(
      capturedUntil: capturedAt &+ UInt64(Double(accepted) * cycle.pointee.nanosecondsPerFrame),
      of: cycle.pointee.traceSubject, position: cycle.pointee.producer.position(), nanoseconds: now)
    unsafe cycle.pointee.lastCount.store(count, ordering: .relaxed)
    unsafe cycle.pointee.hasFrames.store(true, ordering: .relaxed)
    unsafe cycle.pointee.capturedUntil.store(capturedAt &+ length, ordering: .releasing)
  }
#endif
