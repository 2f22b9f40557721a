// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Remembers when audio, results and utterances passed which stage: the last entries, in memory of a fixed size.
///
/// Recording takes no lock and no memory, on the audio server's thread too, and costs some tens of nanoseconds; it can
/// stay on in production. An entry takes 40 bytes. When it is full, each new entry replaces the oldest.
@safe
public final class TraceRecorder: Sendable {
  private let slots: TraceSlots

  /// Makes an empty recorder.
  ///
  /// - Parameter capacity: How many entries it keeps, rounded up to a power of two; a session that listens makes about
  ///   200 a second.
  public init(capacity: Int = 8192) { slots = TraceSlots(capacity: min(max(2, capacity), 1 << 24)) }

  deinit { slots.deallocate() }

  /// Where stages write; valid while the recorder lives.
  package var writer: TraceWriter { TraceWriter(slots) }

  /// How many entries were replaced by newer ones.
  public var lostCount: Int {
    let count = unsafe slots.count.pointee.next.load(ordering: .sequentiallyConsistent)
    return Int(clamping: count > slots.mask ? count - slots.mask - 1 : 0)
  }

  /// The entries that are there, oldest first.
  ///
  /// Any thread, also while stages write; what is being written at the moment is left out.
  public func records() -> [TraceRecord] {
    let count = unsafe slots.count.pointee.next.load(ordering: .sequentiallyConsistent)
    let first = count > slots.mask ? count - slots.mask - 1 : 0
    return (first..<count).compactMap(record)
  }

  private func record(_ number: UInt64) -> TraceRecord? {
    let slot = unsafe slots.slots + Int(truncatingIfNeeded: number & slots.mask)
    guard unsafe slot.pointee.number.load(ordering: .sequentiallyConsistent) == number &+ 1 else { return nil }
    let packed = unsafe slot.pointee.subject.load(ordering: .sequentiallyConsistent)
    let position = unsafe slot.pointee.position.load(ordering: .sequentiallyConsistent)
    let value = unsafe slot.pointee.value.load(ordering: .sequentiallyConsistent)
    let nanoseconds = unsafe slot.pointee.nanoseconds.load(ordering: .sequentiallyConsistent)
    guard unsafe slot.pointee.number.load(ordering: .sequentiallyConsistent) == number &+ 1,
      let stage = TraceStage(rawValue: UInt8(truncatingIfNeeded: packed >> 56))
    else { return nil }
    return TraceRecord(
      stage, of: packed & 0xFF_FFFF_FFFF_FFFF, position: position, value: value,
      at: MonotonicTime(nanoseconds: nanoseconds))
  }
}
