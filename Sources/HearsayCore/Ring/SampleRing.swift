// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

// A lock-free ring of samples for one producer thread and one consumer thread (Lamport 1983), each index on a cache
// line of its own. Neither side keeps a copy of the other's index, as queues of single elements do: a block is moved
// every few milliseconds, and the copy's own cost was more than the look that it spares.

/// A bounded, wait-free queue of samples from one thread to another, with exact account of what did not fit.
///
/// One thread writes by a `Producer`, one reads by a `Consumer`; the handles are plain values for real-time code and
/// valid while the ring lives. A full ring refuses the newest samples, counts them and remembers where they are
/// missing: the reader meets a `Gap` at the very place.
@safe
package final class SampleRing: Sendable {
  /// How many samples the ring holds.
  package let capacity: Int

  package let producer: Producer
  package let consumer: Consumer

  // SAFETY: freed in `deinit` only; the handles are used by code that keeps the ring alive.
  private nonisolated(unsafe) let header: UnsafeMutablePointer<SampleRingHeader>
  private nonisolated(unsafe) let storage: UnsafeMutablePointer<Float>

  /// Makes an empty ring.
  ///
  /// - Parameter capacity: How many samples it holds; any number from 0, which refuses all.
  package convenience init(capacity: Int) { self.init(capacity: capacity, startingAt: 0) }

  /// Makes an empty ring whose indices start at `index`, so that a test can make them wrap.
  package init(capacity: Int, startingAt index: UInt64) {
    let capacity = max(0, capacity)
    let slots = capacity <= 1 ? 1 : 1 << (Int.bitWidth - (capacity - 1).leadingZeroBitCount)
    self.capacity = capacity
    // From the start of a cache line on, so that blocks of whole lines stay on whole lines.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: slots * MemoryLayout<Float>.stride, alignment: 128)
    unsafe storage = bytes.initializeMemory(as: Float.self, repeating: 0, count: slots)
    unsafe header = .allocate(capacity: 1)
    unsafe header.initialize(
      to: SampleRingHeader(storage: storage, slots: slots, capacity: capacity, startingAt: index))
    let layout = unsafe SampleRingLayout(header: header)
    producer = Producer(layout)
    consumer = Consumer(layout)
  }

  deinit {
    unsafe header.deinitialize(count: 1)
    unsafe header.deallocate()
    unsafe storage.deallocate()
  }

  /// How many samples were refused so far.
  ///
  /// Any thread.
  package var droppedCount: UInt64 { unsafe header.pointee.dropped.load(ordering: .relaxed) }

  /// How many samples wait to be read.
  ///
  /// Any thread; exact on the consumer's.
  package var count: Int {
    let read = unsafe header.pointee.read.load(ordering: .acquiring)
    let written = unsafe header.pointee.write.load(ordering: .acquiring)
    return Int(truncatingIfNeeded: min(written &- read, UInt64(capacity)))
  }
}
