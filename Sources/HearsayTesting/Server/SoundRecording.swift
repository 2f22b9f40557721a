// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A recording of a virtual device that is going on.
public final class SoundRecording: Sendable {
  private let process: ChildProcess
  private let file: String

  init(process: ChildProcess, file: String) {
    self.process = process
    self.file = file
  }

  /// Waits until so many more frames are recorded than there are now, silence included.
  ///
  /// What a player has finished playing is in the recording two graph cycles later.
  ///
  /// - Parameters:
  ///   - count: How many frames, at 48 kHz.
  ///   - limit: How long to wait.
  /// - Throws: `audio_error` when the limit has passed or the recorder has ended; `CancellationError` when the task is
  ///   cancelled.
  public func wait(forMoreFrames count: Int, upTo limit: Duration = .seconds(120)) async throws {
    let end = ContinuousClock.now + limit
    let goal = fileSize + count * MemoryLayout<Float>.size
    // The recorder tells nobody about its progress, but its file grows with each cycle.
    while fileSize < goal {
      guard ContinuousClock.now < end, !process.hasEnded else {
        throw VoiceError(
          .audioError, .timeLimit,
          "The recorder did not record \(count) frames within \(limit): \(process.output)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// How many frames have been recorded so far, at 48 kHz; the file's header makes it a few too many.
  public var frameCount: Int { fileSize / MemoryLayout<Float>.size }

  /// Ends the recording and returns it.
  ///
  /// - Returns: The samples, mono in −1…1, and their rate in Hz.
  /// - Throws: `audio_error` when nothing was recorded.
  public func stop() async throws -> (samples: [Float], sampleRate: Int) {
    await process.end()
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try WaveFile.read(file)
  }

  private var fileSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
