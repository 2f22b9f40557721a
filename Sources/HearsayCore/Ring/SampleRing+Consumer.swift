// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension SampleRing {
  /// Samples that are missing from the ring because they did not fit.
  package struct Gap: Sendable, Hashable {
    /// The index of the first sample behind the gap.
    package var index: UInt64
    /// How many samples are missing.
    package var length: UInt64
  }

  /// The reading end of a ring: for one thread at a time, and fit for a real-time one.
  ///
  /// Valid while the ring lives. Nothing here allocates, locks, counts references or throws.
  @safe
  package struct Consumer: Sendable {
    private let ring: SampleRingLayout

    init(_ ring: SampleRingLayout) { self.ring = ring }

    /// Reads at most `count` samples into `target` and returns how many those were.
    @_noAllocation @_noLocks
    package func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
      guard count > 0 else { return 0 }
      let header = unsafe ring.header
      let start = unsafe header.pointee.read.load(ordering: .relaxed)
      let wanted = UInt64(truncatingIfNeeded: count)
      let available = unsafe header.pointee.write.load(ordering: .acquiring) &- start
      let taken = available < wanted ? available : wanted
      let offset = start & ring.mask
      let untilEnd = ring.mask &+ 1 &- offset
      let source = unsafe UnsafeRawPointer(ring.storage + Int(truncatingIfNeeded: offset))
      if taken <= untilEnd {
        unsafe UnsafeMutableRawPointer(target).copyMemory(
          from: source, byteCount: Int(truncatingIfNeeded: taken &* 4))
      } else {
        unsafe copy(count: taken, from: source, wrappingAfter: untilEnd, to: target)
      }
      unsafe header.pointee.read.store(start &+ taken, ordering: .releasing)
      return Int(truncatingIfNeeded: taken)
    }

    /// Copies in two runs: before and after the end of the storage.
    @_noAllocation @_noLocks @inline(never)
    private func copy(
      count: UInt64, from source: UnsafeRawPointer, wrappingAfter first: UInt64, to target: UnsafeMutablePointer<Float>
    ) {
      unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: Int(truncatingIfNeeded: first &* 4))
      unsafe UnsafeMutableRawPointer(target + Int(truncatingIfNeeded: first)).copyMemory(
        from: ring.storage, byteCount: Int(truncatingIfNeeded: (count &- first) &* 4))
    }

    /// Throws away every sample before `index`; does nothing for one that was read already or not yet written.
    @_noAllocation @_noLocks
    package func discard(before index: UInt64) {
      let header = unsafe ring.header
      let start = unsafe header.pointee.read.load(ordering: .relaxed)
      let available = unsafe header.pointee.write.load(ordering: .acquiring) &- start
      let wanted = index &- start
      guard wanted <= available else { return }
      unsafe header.pointee.read.store(index, ordering: .releasing)
    }

    /// The index of the next sample to be read.
    @_noAllocation @_noLocks
    package func position() -> UInt64 { unsafe ring.header.pointee.read.load(ordering: .relaxed) }

    /// The next gap that lies at or before `index` of the ring, taken out; `nil` when there is none so far.
    package func takeGap(upTo index: UInt64) -> Gap? {
      guard let gap = nextGap(), gap.index &- position() <= index &- position() else { return nil }
      let read = unsafe ring.header.pointee.gapsRead.load(ordering: .relaxed)
      unsafe ring.header.pointee.gapsRead.store(read &+ 1, ordering: .releasing)
      return gap
    }

    /// The next gap, left where it is.
    package func nextGap() -> Gap? {
      let header = unsafe ring.header
      let read = unsafe header.pointee.gapsRead.load(ordering: .relaxed)
      guard unsafe header.pointee.gapsWritten.load(ordering: .acquiring) != read else { return nil }
      let slot = Int(truncatingIfNeeded: read & 31)
      let index = unsafe header.pointee.gapIndices[slot].load(ordering: .relaxed)
      let length = unsafe header.pointee.gapLengths[slot].load(ordering: .relaxed)
      return Gap(index: index, length: length)
    }

    /// When the sample at `index` was captured, reckoned from the last stamp at `sampleRate`; `nil` before the first.
    package func captureTime(of index: UInt64, sampleRate: Int) -> MonotonicTime? {
      let header = unsafe ring.header
      while true {
        let version = unsafe header.pointee.stampVersion.load(ordering: .sequentiallyConsistent)
        if version == 0 { return nil }
        let stamped = unsafe header.pointee.stampIndex.load(ordering: .sequentiallyConsistent)
        let nanoseconds = unsafe header.pointee.stampNanoseconds.load(ordering: .sequentiallyConsistent)
        guard version & 1 == 0,
          unsafe version == header.pointee.stampVersion.load(ordering: .sequentiallyConsistent)
        else { continue }
        let frames = Int64(bitPattern: index &- stamped)
        let offset = Double(frames) * 1e9 / Double(max(1, sampleRate))
        return MonotonicTime(nanoseconds: nanoseconds) + .nanoseconds(Int64(offset))
      }
    }
  }
}
