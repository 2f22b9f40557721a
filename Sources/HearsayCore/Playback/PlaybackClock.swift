// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Which frame is heard when: written by the output's thread, read by the writer.
final class PlaybackClock: Sendable {
  let words: PlaybackClockWords

  init() {
    let pointer = UnsafeMutablePointer<PlaybackClockWords.Storage>.allocate(capacity: 1)
    unsafe pointer.initialize(to: PlaybackClockWords.Storage())
    words = unsafe PlaybackClockWords(words: pointer)
  }

  deinit {
    unsafe words.words.deinitialize(count: 1)
    unsafe words.words.deallocate()
  }

  var underrunFrames: UInt64 { unsafe words.words.pointee.underruns.load(ordering: .relaxed) }

  func expectMore(_ expected: Bool) { unsafe words.words.pointee.expectsMore.store(expected, ordering: .relaxed) }

  func hold(at frame: UInt64) { unsafe words.words.pointee.holdAt.store(frame, ordering: .releasing) }

  func discard(before frame: UInt64) { unsafe words.words.pointee.discardBefore.store(frame, ordering: .releasing) }

  /// How many frames have been heard at `moment`, never more than the output has taken and stamped.
  ///
  /// The bound comes from the stamp itself: the ring's reading index moves before the stamp does, and with an old stamp
  /// it would make frames heard that are only on their way.
  func heardFrames(at moment: MonotonicTime, sampleRate: Int) -> UInt64 {
    let words = unsafe words.words
    while true {
      let version = unsafe words.pointee.version.load(ordering: .sequentiallyConsistent)
      if version == 0 { return 0 }
      let frame = unsafe words.pointee.stampFrame.load(ordering: .sequentiallyConsistent)
      let count = unsafe words.pointee.stampCount.load(ordering: .sequentiallyConsistent)
      let stamp = unsafe words.pointee.stampNanoseconds.load(ordering: .sequentiallyConsistent)
      guard version & 1 == 0, unsafe version == words.pointee.version.load(ordering: .sequentiallyConsistent) else {
        continue
      }
      let elapsed = Int64(bitPattern: moment.nanoseconds &- stamp)
      let frames = Int64(Double(elapsed) * Double(sampleRate) / 1e9)
      let heard = Int64(bitPattern: frame) + frames
      return min(frame &+ count, UInt64(max(0, heard)))
    }
  }

  /// When a frame near the last ones taken is or was heard; `nil` before the first.
  func heardTime(of frame: UInt64, sampleRate: Int) -> MonotonicTime? {
    let words = unsafe words.words
    while true {
      let version = unsafe words.pointee.version.load(ordering: .sequentiallyConsistent)
      if version == 0 { return nil }
      let stamped = unsafe words.pointee.stampFrame.load(ordering: .sequentiallyConsistent)
      let stamp = unsafe words.pointee.stampNanoseconds.load(ordering: .sequentiallyConsistent)
      guard version & 1 == 0, unsafe version == words.pointee.version.load(ordering: .sequentiallyConsistent) else {
        continue
      }
      let frames = Double(Int64(bitPattern: frame &- stamped))
      return MonotonicTime(nanoseconds: stamp) + .nanoseconds(Int64(frames * 1e9 / Double(max(1, sampleRate))))
    }
  }
}

/// Where the words of a `PlaybackClock` are: a plain value, so that real-time code copies no reference.
@safe
struct PlaybackClockWords: @unchecked Sendable {
  // SAFETY: valid while the clock lives; every word behind it is atomic.
  struct Storage: ~Copyable {
    let version = Atomic<UInt64>(0)
    let stampFrame = Atomic<UInt64>(0)
    let stampCount = Atomic<UInt64>(0)
    let stampNanoseconds = Atomic<UInt64>(0)
    let underruns = Atomic<UInt64>(0)
    let expectsMore = Atomic<Bool>(false)
    let discardBefore = Atomic<UInt64>(0)
    /// The first frame that must not be taken yet.
    let holdAt = Atomic<UInt64>(.max)
  }

  let words: UnsafeMutablePointer<Storage>
}
