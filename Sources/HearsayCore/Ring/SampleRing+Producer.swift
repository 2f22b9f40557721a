// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension SampleRing {
  /// The writing end of a ring: for one thread at a time, and fit for a real-time one.
  ///
  /// Valid while the ring lives. Nothing here allocates, locks, counts references or throws. The attributes
  /// `@_noAllocation @_noLocks` are underscored in Swift 6.3; they are used because they make the compiler prove it.
  @safe
  package struct Producer: Sendable {
    private let ring: SampleRingLayout

    init(_ ring: SampleRingLayout) { self.ring = ring }

    /// Writes as many of `count` samples as fit and returns how many those were; the rest is counted as dropped.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - count: How many there are.
    /// - Returns: How many were accepted.
    @_noAllocation @_noLocks
    package func write(_ samples: UnsafePointer<Float>, count: Int) -> Int {
      guard count > 0 else { return 0 }
      let header = unsafe ring.header
      let start = unsafe header.pointee.write.load(ordering: .relaxed)
      let wanted = UInt64(truncatingIfNeeded: count)
      let used = unsafe start &- header.pointee.read.load(ordering: .acquiring)
      let free = ring.capacity &- used
      if free < wanted { return unsafe writeFirst(free, of: wanted, samples, at: start) }
      unsafe store(samples, count: wanted, at: start)
      return count
    }

    /// Writes the first samples of a block that does not fit as a whole, and counts the others.
    @_noAllocation @_noLocks @inline(never)
    private func writeFirst(_ free: UInt64, of count: UInt64, _ samples: UnsafePointer<Float>, at start: UInt64) -> Int
    {
      if free > 0 { unsafe store(samples, count: free, at: start) }
      miss(count &- free)
      return Int(truncatingIfNeeded: free)
    }

    /// Stores samples that fit.
    @_noAllocation @_noLocks @inline(__always)
    private func store(_ samples: UnsafePointer<Float>, count: UInt64, at start: UInt64) {
      if unsafe ring.header.pointee.hasOpenGap { closeGap(before: start) }
      let offset = start & ring.mask
      let untilEnd = ring.mask &+ 1 &- offset
      let target = unsafe UnsafeMutableRawPointer(ring.storage + Int(truncatingIfNeeded: offset))
      if count <= untilEnd {
        unsafe target.copyMemory(from: samples, byteCount: Int(truncatingIfNeeded: count &* 4))
      } else {
        unsafe copy(samples, count: count, wrappingAfter: untilEnd, to: target)
      }
      unsafe ring.header.pointee.write.store(start &+ count, ordering: .releasing)
    }

    /// Says that `count` samples are missing here although nobody offered them: the writer itself did not get them.
    @_noAllocation @_noLocks
    package func skip(count: UInt64) {
      if count > 0 { miss(count) }
    }

    /// Counts missing samples and keeps the gap open until the next sample that fits.
    @_noAllocation @_noLocks
    private func miss(_ count: UInt64) {
      let header = unsafe ring.header
      unsafe header.pointee.hasOpenGap = true
      unsafe header.pointee.openGapLength = header.pointee.openGapLength &+ count
      let dropped = unsafe header.pointee.dropped.load(ordering: .relaxed)
      unsafe header.pointee.dropped.store(dropped &+ count, ordering: .relaxed)
    }

    /// How many samples would fit now.
    @_noAllocation @_noLocks
    package func free() -> Int {
      let header = unsafe ring.header
      let read = unsafe header.pointee.read.load(ordering: .acquiring)
      let used = unsafe header.pointee.write.load(ordering: .relaxed) &- read
      return Int(truncatingIfNeeded: ring.capacity &- used)
    }

    /// Says that the next sample to be written was captured at `nanoseconds` of the monotonic clock.
    @_noAllocation @_noLocks
    package func stamp(nanoseconds: UInt64) {
      let header = unsafe ring.header
      let version = unsafe header.pointee.stampVersion.load(ordering: .relaxed)
      let index = unsafe header.pointee.write.load(ordering: .relaxed)
      unsafe header.pointee.stampVersion.store(version &+ 1, ordering: .sequentiallyConsistent)
      unsafe header.pointee.stampIndex.store(index, ordering: .sequentiallyConsistent)
      unsafe header.pointee.stampNanoseconds.store(nanoseconds, ordering: .sequentiallyConsistent)
      unsafe header.pointee.stampVersion.store(version &+ 2, ordering: .sequentiallyConsistent)
    }

    /// The index of the next sample to be written.
    @_noAllocation @_noLocks
    package func position() -> UInt64 { unsafe ring.header.pointee.write.load(ordering: .relaxed) }

    /// Hands the gap that ends at `index` to the reader; with no slot free it stays open and grows into the next.
    @_noAllocation @_noLocks @inline(never)
    private func closeGap(before index: UInt64) {
      let header = unsafe ring.header
      let written = unsafe header.pointee.gapsWritten.load(ordering: .relaxed)
      let read = unsafe header.pointee.gapsRead.load(ordering: .acquiring)
      guard written &- read < 32 else { return }  // as many as there are slots in the header
      let slot = Int(truncatingIfNeeded: written & 31)
      unsafe header.pointee.gapIndices[slot].store(index, ordering: .relaxed)
      unsafe header.pointee.gapLengths[slot].store(header.pointee.openGapLength, ordering: .relaxed)
      unsafe header.pointee.openGapLength = 0
      unsafe header.pointee.hasOpenGap = false
      unsafe header.pointee.gapsWritten.store(written &+ 1, ordering: .releasing)
    }

    /// Copies in two runs: before and after the end of the storage.
    @_noAllocation @_noLocks @inline(never)
    private func copy(
      _ samples: UnsafePointer<Float>, count: UInt64, wrappingAfter first: UInt64, to target: UnsafeMutableRawPointer
    ) {
      unsafe target.copyMemory(from: samples, byteCount: Int(truncatingIfNeeded: first &* 4))
      unsafe UnsafeMutableRawPointer(ring.storage).copyMemory(
        from: samples + Int(truncatingIfNeeded: first), byteCount: Int(truncatingIfNeeded: (count &- first) &* 4))
    }
  }
}
