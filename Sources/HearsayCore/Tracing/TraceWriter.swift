// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The writing end of a trace: a plain value for real-time code, valid while its recorder lives.
///
/// Any number of threads write at once. Nothing here allocates, locks, counts references or throws; where a real-time
/// thread writes, the compiler proves it (by attributes that are underscored in Swift 6.3).
package struct TraceWriter: Sendable {
  private let slots: TraceSlots?

  init(_ slots: TraceSlots?) { self.slots = slots }

  /// Writes nothing.
  package static let off = TraceWriter(nil)

  /// Whether anything is recorded.
  package var isOn: Bool { slots != nil }

  /// Notes that frames captured up to a moment came into a ring, which is filled up to `position` now.
  @_noAllocation @_noLocks
  package func delivered(capturedUntil moment: UInt64, of subject: UInt64, position: UInt64, nanoseconds: UInt64) {
    // The raw value of `TraceStage.delivered`, which the compiler cannot prove to be free of allocations.
    add(0, of: subject, position: position, value: moment, nanoseconds: nanoseconds)
  }

  /// Adds an entry; the oldest goes when there is no room.
  package func record(_ stage: TraceStage, of subject: UInt64, position: UInt64, value: UInt64, nanoseconds: UInt64) {
    add(stage.rawValue, of: subject, position: position, value: value, nanoseconds: nanoseconds)
  }

  @_noAllocation @_noLocks
  private func add(_ stage: UInt8, of subject: UInt64, position: UInt64, value: UInt64, nanoseconds: UInt64) {
    guard let slots else { return }
    let number = unsafe slots.count.pointee.next.wrappingAdd(1, ordering: .relaxed).oldValue
    let slot = unsafe slots.slots.advanced(by: Int(truncatingIfNeeded: number & slots.mask))
    unsafe slot.pointee.number.store(0, ordering: .sequentiallyConsistent)
    let packed = UInt64(stage) << 56 | (subject & 0xFF_FFFF_FFFF_FFFF)
    unsafe slot.pointee.subject.store(packed, ordering: .sequentiallyConsistent)
    unsafe slot.pointee.position.store(position, ordering: .sequentiallyConsistent)
    unsafe slot.pointee.value.store(value, ordering: .sequentiallyConsistent)
    unsafe slot.pointee.nanoseconds.store(nanoseconds, ordering: .sequentiallyConsistent)
    unsafe slot.pointee.number.store(number &+ 1, ordering: .sequentiallyConsistent)
  }

  /// Adds an entry of the present moment.
  package func record(_ stage: TraceStage, of subject: UInt64, position: UInt64 = 0, value: UInt64 = 0) {
    guard isOn else { return }
    record(stage, of: subject, position: position, value: value, nanoseconds: MonotonicTime.now.nanoseconds)
  }
}
