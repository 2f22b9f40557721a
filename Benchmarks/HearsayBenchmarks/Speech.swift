// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore
internal import Synchronization

/// A recording in the forms that the two sides take, made before the clock runs.
final class Speech: Sendable {
  let file: String
  let samples: [Int16]
  let chunks: [AudioChunk]
  /// What each round heard, which both sides must share.
  private let texts = Mutex<[Int: String]>([:])

  init(file: String, chunkSize: Int) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BenchmarkFailure("The recording \(file) cannot be read; install pocketsphinx-testdata or name a file.")
    }
    let samples = (0..<data.count / 2).map { index in
      Int16(bitPattern: UInt16(data[2 * index]) | UInt16(data[2 * index + 1]) << 8)
    }
    guard !samples.isEmpty else { throw BenchmarkFailure("The recording \(file) has no samples; name another one.") }
    self.file = file
    self.samples = samples
    chunks = stride(from: 0, to: samples.count, by: chunkSize).map { start in
      let part = samples[start..<min(samples.count, start + chunkSize)]
      return AudioChunk(samples: part.map { Float($0) / 32768 }, sampleIndex: start, sampleRate: 16_000)
    }
  }

  /// Throws when the other side heard something else in this round.
  func agree(on text: String, round: Int, isOurs: Bool) throws {
    let other = texts.withLock { texts in
      defer { texts[round] = text }
      return texts[round]
    }
    if let other, other != text {
      throw BenchmarkFailure(
        "The two sides disagree on \(file): the \(isOurs ? "Recognizer" : "C loop") heard `\(text)`, the other `\(other)`."
      )
    }
  }
}
