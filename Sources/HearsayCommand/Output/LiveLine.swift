// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// The one line that `listen` rewrites on a terminal: how loud it is, and what has been understood so far.
struct LiveLine: Sendable, Equatable {
  /// The loudest sample of late, 0…1.
  var peak: Float = 0
  /// The partial result.
  var text = ""
  /// What stands there as long as nothing was understood.
  var hint = ""

  private static let meterWidth = 10
  /// What the meter's empty end stands for, in decibels below the loudest.
  private static let floor = 60.0

  /// Adds what a chunk has: the meter jumps up and falls back slowly, so that the eye can follow.
  mutating func heard(_ level: AudioLevel) { peak = max(level.peak, peak * 0.85) }

  /// The line, not longer than `width`; of a long text the end is shown, because that is what is new.
  func rendered(width: Int) -> String {
    let meter = "[\(meter)] "
    let room = width - meter.count - 1
    guard room > 0 else { return String(meter.prefix(max(0, width - 1))) }
    let text = text.isEmpty ? hint : text
    return meter + (text.count <= room ? text : "…" + text.suffix(room - 1))
  }

  private var meter: String {
    let decibels = peak > 0 ? 20 * log10(Double(peak)) : -Self.floor
    let share = min(1, max(0, 1 + decibels / Self.floor))
    let filled = Int((share * Double(Self.meterWidth)).rounded())
    return String(repeating: "#", count: filled) + String(repeating: " ", count: Self.meterWidth - filled)
  }
}
