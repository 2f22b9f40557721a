// SPDX-License-Identifier: Apache-2.0

/// What the speaking task sleeps on: one signal for the engine's blocks and, once there is an output, its progress too.
final class SpeechSignal: Sendable {
  private let buffer = Locked<PlaybackBuffer?>(nil)
  private let early = WakeSignal()

  /// Takes the output's own signal from here on.
  ///
  /// Look at the numbers before the next `wait()`.
  func attach(_ buffer: PlaybackBuffer) {
    self.buffer.withLock { $0 = buffer }
    // Whoever waits for the former output must not miss this one's.
    early.signal()
  }

  func signal() {
    if let buffer = buffer.withLock({ $0 }) { buffer.signal() } else { early.signal() }
  }

  func wait() async {
    if let buffer = buffer.withLock({ $0 }) { await buffer.waitForProgress() } else { await early.wait() }
  }
}
