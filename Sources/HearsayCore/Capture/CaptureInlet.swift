// SPDX-License-Identifier: Apache-2.0

/// Where a capture source puts its frames: a bounded ring, a wake-up, and one end.
///
/// One thread at a time writes. A source on a real-time thread uses `producer` (which neither allocates nor locks) and
/// has another thread call `signal()`; any other source uses `write(_:capturedAt:)`. When the ring is full the newest
/// frames are refused and counted.
public final class CaptureInlet: Sendable {
  /// The format of the frames; one channel.
  public let format: AudioFormat

  package let ring: SampleRing
  /// Where the writer and the reader leave their times.
  package let trace: TraceWriter
  /// What the entries of the trace are about.
  package let traceSubject: UInt64
  private let recorder: TraceRecorder?
  private let frames = WakeSignal()
  private let room = WakeSignal()
  private let state = Locked<CaptureEnd?>(nil)

  /// Makes an empty inlet.
  ///
  /// - Parameters:
  ///   - format: The format of the frames.
  ///   - capacity: How many frames may wait.
  public convenience init(format: AudioFormat, capacity: Int) {
    self.init(format: format, capacity: capacity, recorder: nil, subject: 0)
  }

  init(format: AudioFormat, capacity: Int, recorder: TraceRecorder?, subject: UInt64) {
    self.format = format
    self.recorder = recorder
    trace = recorder?.writer ?? .off
    traceSubject = subject
    ring = SampleRing(capacity: capacity)
  }

  /// The real-time writing end.
  package var producer: SampleRing.Producer { ring.producer }

  /// Writes frames and wakes the reader.
  ///
  /// Not for a real-time thread.
  ///
  /// - Parameters:
  ///   - samples: Mono samples in −1…1.
  ///   - moment: When the first of them was captured.
  /// - Returns: How many were accepted; the rest was dropped and is counted.
  @discardableResult
  public func write(_ samples: [Float], capturedAt moment: MonotonicTime = .now) -> Int {
    let accepted = put(samples, capturedAt: moment)
    frames.signal()
    return accepted
  }

  /// Writes frames and lets the reader sleep on.
  package func put(_ samples: [Float], capturedAt moment: MonotonicTime) -> Int {
    unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      ring.producer.stamp(nanoseconds: moment.nanoseconds)
      let accepted = unsafe ring.producer.write(base, count: buffer.count)
      let until = moment + format.duration(ofFrames: accepted)
      trace.record(.delivered, of: traceSubject, position: ring.producer.position(), value: until.nanoseconds)
      return accepted
    }
  }

  /// How many frames would be accepted now.
  ///
  /// Only for the writer.
  public var free: Int { ring.producer.free() }

  /// Suspends the writer until the reader has taken frames, the inlet has ended, or the task is cancelled.
  ///
  /// May return early: ask `free` again.
  public func waitForRoom() async { await room.wait() }

  /// Tells the reader that frames were written.
  ///
  /// Not for a real-time thread.
  public func signal() { frames.signal() }

  /// Says that no frame comes any more.
  ///
  /// The first call counts; frames written before are still read.
  public func end(_ end: CaptureEnd) {
    state.withLock { $0 = $0 ?? end }
    frames.signal()
    room.signal()
  }

  /// Why no frame comes any more; `nil` while the input runs.
  public var captureEnd: CaptureEnd? { state.withLock { $0 } }

  /// Suspends the reader until there may be frames, or an end, or the task is cancelled.
  package func waitForFrames() async { await frames.wait() }

  /// Tells a waiting writer that there is room.
  package func madeRoom() { room.signal() }
}
