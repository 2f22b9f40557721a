// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A point on the system's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
///
/// PipeWire's graph clock runs on the same clock, so that a captured frame, a decoded word and an event can be compared.
public struct MonotonicTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since an unspecified start, the same for all processes until the machine is restarted.
  public let nanoseconds: UInt64

  /// Makes a time from its nanoseconds.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The present moment.
  public static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  /// Whether `left` came before `right`.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The duration from `right` to `left`, negative when `left` came first.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(Int64(bitPattern: left.nanoseconds &- right.nanoseconds))
  }

  /// The moment `duration` after `time`; the clock's start when that would lie before it.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = Int64(clamping: time.nanoseconds).addingReportingOverflow(duration.nanosecondsClamped)
    return MonotonicTime(nanoseconds: overflow ? (duration < .zero ? 0 : .max) : UInt64(max(0, sum)))
  }
}

extension Duration {
  /// The whole nanoseconds of this duration, clamped to what 64 bits hold (292 years).
  package var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? (seconds < 0 ? .min : .max) : sum
  }

  /// This duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
