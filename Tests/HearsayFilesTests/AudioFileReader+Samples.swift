// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import HearsayCore

  @testable import HearsayFiles

  extension AudioFileReader {
    /// All samples to the end, checked to be without gaps.
    func allSamples() async throws -> [Float] {
      var samples: [Float] = []
      for try await chunk in self {
        guard chunk.sampleIndex == samples.count, chunk.sampleRate == sampleRate, !chunk.samples.isEmpty else {
          throw VoiceError(.audioError, .unspecified, "The chunk at \(samples.count) is out of place.")
        }
        samples += chunk.samples
      }
      return samples
    }

    /// Opens a file, reads all of it and gives it in 16-bit steps.
    static func integers(of path: String, raw: RawFormat? = nil) async throws -> [Int] {
      try await open(path, raw: raw).allSamples().map { Int(($0 * 32_768).rounded()) }
    }
  }
#endif
