// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A sound that is being played into a virtual microphone.
public final class PlayingSound: Sendable {
  private let feeder: SoundFeeder
  private let duration: Duration

  init(feeder: SoundFeeder, duration: Duration) {
    self.feeder = feeder
    self.duration = duration
  }

  /// Waits until every sample has been played.
  ///
  /// - Throws: `audio_error` when the server went away, or the sound did not end a minute after it should have (its
  ///   microphone was unplugged, or the server is frozen); `CancellationError` when the task is cancelled, which ends
  ///   the sound.
  public func finished() async throws {
    defer { feeder.end() }
    let result = try await feeder.result(within: duration + .seconds(60))
    guard result == 0 else {
      throw VoiceError(
        .audioError, .streamFailed, "The virtual audio server went away before the sound was played to its end.")
    }
  }

  /// Ends the sound at once, wherever it is; returns when it is gone.
  public func cancel() async { feeder.end() }
}
