// SPDX-License-Identifier: Apache-2.0

/// A run of captured mono samples with its place in the session and in time.
///
/// Samples are `Float` in −1…1. Chunks of one session come in order; `sampleIndex` counts from the first captured
/// frame and includes frames that were dropped, so that a gap between two chunks is visible as a jump.
public struct AudioChunk: Sendable, Equatable {
  /// The samples, mono.
  public var samples: [Float]
  /// The index of the first sample since the first captured frame of the session.
  public var sampleIndex: Int
  /// Samples a second, in Hz.
  public var sampleRate: Int
  /// When the first sample was captured.
  public var capturedAt: MonotonicTime

  /// Makes a chunk.
  ///
  /// - Parameters:
  ///   - samples: Mono samples in −1…1.
  ///   - sampleIndex: The index of the first of them since the first captured frame.
  ///   - sampleRate: Samples a second, in Hz.
  ///   - capturedAt: When the first sample was captured; now unless said.
  public init(samples: [Float], sampleIndex: Int, sampleRate: Int, capturedAt: MonotonicTime = .now) {
    self.samples = samples
    self.sampleIndex = sampleIndex
    self.sampleRate = sampleRate
    self.capturedAt = capturedAt
  }

  /// The part of the session that the chunk covers, from its first captured frame.
  public var range: Range<Duration> {
    let format = AudioFormat(sampleRate: sampleRate)
    return format.duration(ofFrames: sampleIndex)..<format.duration(ofFrames: sampleIndex + samples.count)
  }
}
