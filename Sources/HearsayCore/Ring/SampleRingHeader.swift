// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The shared words of a `SampleRing`, each side's on cache lines of its own.
///
/// A line counts as 128 bytes here: processors fetch them in pairs.
@safe
struct SampleRingHeader: ~Copyable {
  private typealias Padding = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  // Written by the producer.
  let write: Atomic<UInt64>
  var hasOpenGap = false
  var openGapLength: UInt64 = 0
  let dropped = Atomic<UInt64>(0)
  let gapsWritten = Atomic<UInt64>(0)
  private let padding1: (Padding, Padding) = (zeros, zeros)

  // Written by the consumer.
  let read: Atomic<UInt64>
  let gapsRead = Atomic<UInt64>(0)
  private let padding2: (Padding, Padding) = (zeros, zeros)

  // When the frame at `stampIndex` was captured: written by the producer between two odd-even steps of `stampVersion`.
  let stampVersion = Atomic<UInt64>(0)
  let stampIndex = Atomic<UInt64>(0)
  let stampNanoseconds = Atomic<UInt64>(0)

  // Never written after the start: read by both sides.
  private let padding3: (Padding, Padding) = (zeros, zeros)
  let storage: UnsafeMutablePointer<Float>
  let mask: UInt64
  let capacity: UInt64

  // Slots of finished gaps, handed over by `gapsWritten` and given back by `gapsRead`. Atomic, because in Swift the two
  // sides would otherwise access the whole array at once, the one to change it.
  let gapIndices: InlineArray<32, Atomic<UInt64>> = .init { _ in Atomic(0) }
  let gapLengths: InlineArray<32, Atomic<UInt64>> = .init { _ in Atomic(0) }

  private static let zeros: Padding = (0, 0, 0, 0, 0, 0, 0, 0)

  init(storage: UnsafeMutablePointer<Float>, slots: Int, capacity: Int, startingAt index: UInt64) {
    unsafe self.storage = storage
    mask = UInt64(slots - 1)
    self.capacity = UInt64(capacity)
    write = Atomic(index)
    read = Atomic(index)
  }
}

/// Where a ring's parts are: a plain value, so that real-time code copies no reference.
@safe
struct SampleRingLayout: @unchecked Sendable {
  // SAFETY: the pointers stay valid while the ring lives; the words behind them are atomic or belong to one side.
  let header: UnsafeMutablePointer<SampleRingHeader>

  var storage: UnsafeMutablePointer<Float> {
    @_noAllocation @_noLocks get { unsafe header.pointee.storage }
  }
  var mask: UInt64 {
    @_noAllocation @_noLocks get { unsafe header.pointee.mask }
  }
  var capacity: UInt64 {
    @_noAllocation @_noLocks get { unsafe header.pointee.capacity }
  }
}
