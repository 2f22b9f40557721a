// SPDX-License-Identifier: Apache-2.0

/// How a set of durations is spread; percentiles are the smallest value that so many of them do not exceed.
public struct LatencyStatistics: Sendable, Hashable {
  /// How many there are, at least one.
  public let count: Int
  /// The shortest.
  public let minimum: Duration
  /// Half of them are not longer.
  public let median: Duration
  /// 95 of 100 are not longer.
  public let percentile95: Duration
  /// 99 of 100 are not longer.
  public let percentile99: Duration
  /// The longest.
  public let maximum: Duration

  /// Summarizes durations; `nil` when there is none.
  ///
  /// - Parameter durations: In any order.
  public init?(_ durations: [Duration]) {
    let sorted = durations.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    // The nearest-rank definition: no value that did not occur.
    func percentile(_ percent: Int) -> Duration { sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] }
    count = sorted.count
    minimum = first
    median = percentile(50)
    percentile95 = percentile(95)
    percentile99 = percentile(99)
    maximum = last
  }
}
