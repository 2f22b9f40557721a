// SPDX-License-Identifier: Apache-2.0

/// Notices an output that has stopped taking frames without saying so, as a frozen audio server does.
///
/// Pure: whoever owns it looks once a second and says what it sees.
struct PlaybackStall {
  /// How long frames may wait without any progress.
  static let limit = 5
  /// How often to look.
  static let interval = Duration.seconds(1)

  private var progress: UInt64?
  private var stalledLooks = 0

  /// Looks once.
  ///
  /// - Parameters:
  ///   - progress: A number that changes whenever the output goes on.
  ///   - isWaiting: Whether there are frames that the output has yet to play.
  /// - Returns: Whether nothing has happened for the limit.
  mutating func looked(progress: UInt64, isWaiting: Bool) -> Bool {
    defer { self.progress = progress }
    guard isWaiting, self.progress == progress else {
      stalledLooks = 0
      return false
    }
    stalledLooks += 1
    return stalledLooks >= Self.limit
  }

  /// What the output is failed with.
  static func error(device: String?) -> VoiceError {
    VoiceError(
      .audioError, .serviceUnresponsive,
      "The audio output \(device.map { "\"\($0)\"" } ?? "(the default one)") has not gone on for \(limit) s; restart the "
        + "audio server (systemctl --user restart pipewire) and speak again.", isRecoverable: true)
  }
}
