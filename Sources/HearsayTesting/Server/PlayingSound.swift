// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A sound that is being played into a virtual microphone.
public final class PlayingSound: Sendable {
  private let process: ChildProcess
  private let file: String
  private let duration: Duration

  init(process: ChildProcess, file: String, duration: Duration) {
    self.process = process
    self.file = file
    self.duration = duration
  }

  /// Waits until every sample has been played.
  ///
  /// - Throws: `audio_error` when the player failed, was cancelled, or did not end 20 seconds after it should have
  ///   (its microphone was unplugged, or the server is frozen); `CancellationError` when the task is cancelled, which
  ///   ends the player.
  public func finished() async throws {
    let status: Int32
    do {
      status = try await process.exitStatus(within: duration + .seconds(20))
    } catch {
      await cancel()
      throw error
    }
    try? FileManager.default.removeItem(atPath: file)
    guard status == 0 else {
      throw VoiceError(
        .audioError, .streamFailed, "The player of the virtual audio server ended with \(status): \(process.output)")
    }
  }

  /// Ends the player at once, wherever it is; returns when it is gone.
  public func cancel() async {
    await process.end()
    try? FileManager.default.removeItem(atPath: file)
  }
}
