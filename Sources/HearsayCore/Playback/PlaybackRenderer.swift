// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The real-time reading end of a `PlaybackBuffer`: a plain value, for the output's thread.
///
/// Valid while the buffer lives. Nothing here allocates, locks, counts references or throws.
@safe
package struct PlaybackRenderer: Sendable {
  private let ring: SampleRing.Consumer
  private let clock: PlaybackClockWords

  init(ring: SampleRing.Consumer, clock: PlaybackClockWords) {
    self.ring = ring
    self.clock = clock
  }

  /// Fills `count` frames, with silence where the ring has none, and says when the first of them will be heard.
  ///
  /// - Parameters:
  ///   - target: Room for `count` mono samples.
  ///   - count: How many frames the output wants.
  ///   - heardAt: When the first of them comes out of the speaker, in nanoseconds of the monotonic clock.
  /// - Returns: How many frames came from the ring.
  @_noAllocation @_noLocks
  package func render(into target: UnsafeMutablePointer<Float>, count: Int, heardAt: UInt64) -> Int {
    let words = unsafe clock.words
    unsafe ring.discard(before: words.pointee.discardBefore.load(ordering: .acquiring))
    let start = ring.position()
    let held = unsafe words.pointee.holdAt.load(ordering: .acquiring)
    let allowed = held > start ? held &- start : 0
    let wanted = allowed < UInt64(truncatingIfNeeded: count) ? Int(truncatingIfNeeded: allowed) : count
    let taken = unsafe ring.read(into: target, count: wanted)
    var index = taken
    while index < count {
      unsafe target[index] = 0
      index &+= 1
    }
    if taken < wanted, unsafe words.pointee.expectsMore.load(ordering: .relaxed) {
      let before = unsafe words.pointee.underruns.load(ordering: .relaxed)
      unsafe words.pointee.underruns.store(before &+ UInt64(truncatingIfNeeded: wanted &- taken), ordering: .relaxed)
    }
    // A cycle without frames moves no frame's time; the stamp of the last frames stays.
    if taken > 0 {
      let version = unsafe words.pointee.version.load(ordering: .relaxed)
      unsafe words.pointee.version.store(version &+ 1, ordering: .sequentiallyConsistent)
      unsafe words.pointee.stampFrame.store(start, ordering: .sequentiallyConsistent)
      unsafe words.pointee.stampCount.store(UInt64(truncatingIfNeeded: taken), ordering: .sequentiallyConsistent)
      unsafe words.pointee.stampNanoseconds.store(heardAt, ordering: .sequentiallyConsistent)
      unsafe words.pointee.version.store(version &+ 2, ordering: .sequentiallyConsistent)
    }
    return taken
  }
}
