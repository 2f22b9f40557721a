// SPDX-License-Identifier: Apache-2.0

/// The line on stderr that shows how far a transcription has come.
enum ProgressBar {
  /// The line, not longer than `width`.
  ///
  /// - Parameters:
  ///   - label: What is being worked on.
  ///   - done: How much of it is done, in seconds.
  ///   - total: How long it is, in seconds; `nil` when that is not known.
  ///   - width: The terminal's width.
  /// - Returns: The bar with its label.
  static func line(label: String, done: Double, total: Double?, width: Int) -> String {
    guard let total, total > 0 else { return String("\(label)  \(Int(done)) s".prefix(max(0, width - 1))) }
    let share = min(1, max(0, done / total))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
    return String("[\(bar)] \(Int(share * 100)) %  \(label)".prefix(max(0, width - 1)))
  }
}
