// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore
internal import HearsayFiles

/// A sound file for players of others.
enum ToneFile {
  static func write(_ samples: [Float], to path: String) async throws {
    #if Files
      let writer = try await AudioFileWriter.create(path, sampleRate: 48_000)
      try await writer.write(samples)
      try await writer.finish()
    #else
      throw BenchmarkFailure("No sound file can be written: the trait Files is off.")
    #endif
  }
}
