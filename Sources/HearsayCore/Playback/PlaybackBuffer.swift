// SPDX-License-Identifier: Apache-2.0

/// Where a playback stream takes its frames from: a bounded ring, the time at which each is heard, and one failure.
///
/// One task writes, and one thread of the output reads: by `render(count:heardAt:)` and `signal()` behind each cycle, or,
/// within this package, in real time by `renderer`, which neither allocates nor locks, and has another thread call
/// `signal()`.
public final class PlaybackBuffer: Sendable {
  /// The format of the frames; one channel.
  public let format: AudioFormat
  /// How many frames the buffer holds.
  public var capacity: Int { ring.capacity }

  /// The real-time reading end.
  package let renderer: PlaybackRenderer

  private let ring: SampleRing
  private let clock: PlaybackClock
  private let progress = WakeSignal()
  private let failure = Locked<VoiceError?>(nil)

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - format: The format of the frames.
  ///   - capacity: How many frames may wait to be played.
  public init(format: AudioFormat, capacity: Int) {
    self.format = format
    ring = SampleRing(capacity: capacity)
    clock = PlaybackClock()
    renderer = PlaybackRenderer(ring: ring.consumer, clock: clock.words)
  }

  /// How many frames were written since the buffer was made.
  public var writtenFrames: UInt64 { ring.producer.position() }

  /// How many frames have left the ring.
  public var takenFrames: UInt64 { ring.consumer.position() }

  /// Writes as many of the samples as fit and returns how many those were.
  ///
  /// Only for the writer; never blocks.
  public func write(_ samples: ArraySlice<Float>) -> Int {
    let fitting = samples.prefix(ring.producer.free())
    return unsafe fitting.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe ring.producer.write(base, count: buffer.count)
    }
  }

  /// Says whether an empty ring is a fault (more is to come) or the natural end; underruns are counted only then.
  public func expectMore(_ expected: Bool) { clock.expectMore(expected) }

  /// How many frames of silence were played because the writer was late.
  public var underrunFrames: UInt64 { clock.underrunFrames }

  /// How many frames have been heard at `moment`: taken by the output, and its delay has passed.
  ///
  /// Frames that were thrown away count once a later one is heard.
  public func heardFrames(at moment: MonotonicTime = .now) -> UInt64 {
    clock.heardFrames(at: moment, sampleRate: format.sampleRate)
  }

  /// When a frame near those being played is or was heard; `nil` before the output has taken any.
  package func heardTime(of frame: UInt64) -> MonotonicTime? {
    clock.heardTime(of: frame, sampleRate: format.sampleRate)
  }

  /// Takes the next frames, with silence where there are none, and says when the first of them will be heard.
  ///
  /// For a sink that is not real-time: this allocates. Only for the output, from one thread at a time; call `signal()`
  /// after it.
  ///
  /// - Parameters:
  ///   - count: How many frames the output wants.
  ///   - moment: When the first of them comes out of the speaker.
  /// - Returns: Exactly that many samples.
  public func render(count: Int, heardAt moment: MonotonicTime) -> [Float] {
    guard count > 0 else { return [] }
    return unsafe [Float](unsafeUninitializedCapacity: count) { target, rendered in
      guard let base = target.baseAddress else { return }
      _ = unsafe renderer.render(into: base, count: count, heardAt: moment.nanoseconds)
      rendered = count
    }
  }

  /// Throws away everything written so far, in the output's next cycle.
  public func discard() { clock.discard(before: writtenFrames) }

  /// Plays silence instead of the frame of that number, counted since the buffer was made, and those behind it, from the
  /// output's next cycle on.
  ///
  /// Frames before it are played. Silence that is played instead is no underrun.
  public func hold(at frame: UInt64) { clock.hold(at: frame) }

  /// Lets held frames be played.
  public func release() { clock.hold(at: .max) }

  /// Suspends the writer until the output has taken frames, has failed, or the task is cancelled.
  ///
  /// May return early: look at the numbers again.
  public func waitForProgress() async { await progress.wait() }

  /// Tells the writer that the output went on a cycle.
  ///
  /// Not for a real-time thread.
  public func signal() { progress.signal() }

  /// Says that the output is gone.
  ///
  /// The first call counts.
  public func fail(_ error: VoiceError) {
    failure.withLock { $0 = $0 ?? error }
    progress.signal()
  }

  /// Why the output is gone; `nil` while it works.
  public var error: VoiceError? { failure.withLock { $0 } }
}
