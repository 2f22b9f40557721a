// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The memory of a `TraceRecorder`: a count of all entries ever, and a slot for each of the last ones.
///
/// Every word is atomic, so that a reader beside the writers sees a torn entry as one whose number has changed.
@safe
struct TraceSlots: @unchecked Sendable {
  // SAFETY: the pointers are valid while the recorder lives; every word behind them is atomic.
  struct Slot: ~Copyable {
    /// One more than the entry's number; 0 while it is being written.
    let number = Atomic<UInt64>(0)
    /// The stage in the upper byte, the subject below.
    let subject = Atomic<UInt64>(0)
    let position = Atomic<UInt64>(0)
    let value = Atomic<UInt64>(0)
    let nanoseconds = Atomic<UInt64>(0)
  }

  struct Count: ~Copyable {
    let next = Atomic<UInt64>(0)
  }

  let count: UnsafeMutablePointer<Count>
  let slots: UnsafeMutablePointer<Slot>
  let mask: UInt64

  init(capacity: Int) {
    let size = 1 << (Int.bitWidth - (max(2, capacity) - 1).leadingZeroBitCount)
    mask = UInt64(size - 1)
    unsafe count = .allocate(capacity: 1)
    unsafe count.initialize(to: Count())
    unsafe slots = .allocate(capacity: size)
    for index in 0..<size { unsafe (slots + index).initialize(to: Slot()) }
  }

  func deallocate() {
    unsafe slots.deinitialize(count: Int(mask) + 1)
    unsafe slots.deallocate()
    unsafe count.deinitialize(count: 1)
    unsafe count.deallocate()
  }
}
