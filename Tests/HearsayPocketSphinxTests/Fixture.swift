// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import Testing

@testable import HearsayPocketSphinx

/// One of the recordings of the package `pocketsphinx-testdata`, with what is said in it.
struct Fixture: Sendable, CustomTestStringConvertible {
  let file: String
  let text: String

  static let goForward = Fixture(file: "goforward.raw", text: "go forward ten meters")
  static let numbers = Fixture(file: "numbers.raw", text: "thirty three four or six ninety two")
  static let something = Fixture(file: "something.raw", text: "go somewhere and do something")
  static let all = [goForward, numbers, something]

  var testDescription: String { file }

  /// The samples; fails the test when the package is not installed.
  func samples() throws -> [Float] {
    let data = try Data(contentsOf: URL(filePath: "/usr/share/pocketsphinx/test/data/\(file)"))
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { Float(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) / 32768 }
    }
  }
}

/// What came out of one utterance.
struct Run {
  var partials: [String] = []
  var finished: [TranscriptSegment] = []
  /// Everything: the finished stretches and the last one, joined.
  var final = Hypothesis.empty
}

extension Run {
  fileprivate func joined(_ text: String) -> String {
    (finished.map(\.text) + [text]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension SpeechDecoder {
  /// Decodes one utterance in chunks of `size` samples; `nil` is all at once.
  func run(_ samples: [Float], chunkSize size: Int? = 2048) throws -> Run {
    var run = Run()
    try start()
    var index = 0
    while index < samples.count {
      let end = min(samples.count, index + (size ?? samples.count))
      let chunk = AudioChunk(samples: Array(samples[index..<end]), sampleIndex: index, sampleRate: 16_000)
      let hypothesis = try decode(chunk)
      run.finished += hypothesis.finished
      let text = run.joined(hypothesis.text)
      if text != run.partials.last { run.partials.append(text) }
      index = end
    }
    let last = try finish()
    run.finished += last.finished
    let words = last.words.map { words in run.finished.flatMap { $0.words ?? [] } + words }
    run.final = Hypothesis(text: run.joined(last.text), words: words)
    return run
  }
}

extension [TranscriptWord] {
  var texts: [String] { map(\.text) }
}
