// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPocketSphinx

@DecodingThread
@Suite("PocketSphinxDecoder", .serialized)
struct PocketSphinxDecoderTests {
  let engine = PocketSphinxEngine()

  @Test("the three recordings give their text in chunks of any size", arguments: [160, 2048, nil] as [Int?])
  func recordings(chunkSize: Int?) throws {
    let decoder = try DecodingThread.decoder.get()

    for fixture in Fixture.all {
      let run = try decoder.run(try fixture.samples(), chunkSize: chunkSize)
      #expect(run.final.text == fixture.text)
      #expect(run.final.words?.texts == fixture.text.split(separator: " ").map(String.init))
    }
  }

  @Test("at least three different partials come before the final, each a whole hypothesis")
  func partials() throws {
    let decoder = try DecodingThread.decoder.get()

    let run = try decoder.run(try Fixture.goForward.samples(), chunkSize: 2048)

    #expect(Set(run.partials).subtracting([""]).count >= 3)
    #expect(run.partials.last?.hasPrefix("go forward") == true)
  }

  @Test("word times are those of the recording, on the second utterance as on the first")
  func wordTimes() throws {
    let decoder = try DecodingThread.decoder.get()
    let samples = try Fixture.goForward.samples()

    for _ in 0..<3 {
      let words = try #require(try decoder.run(samples).final.words)
      let start = try #require(words.first).range.lowerBound
      #expect(start > .milliseconds(410) && start < .milliseconds(510))
      #expect(zip(words, words.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
      #expect(try #require(words.last).range.upperBound <= .milliseconds(samples.count / 16))
    }
  }

  @Test("silence before the speech moves every word by its length", arguments: [2, 3])
  func silenceBefore(seconds: Int) throws {
    let decoder = try DecodingThread.decoder.get()
    let samples = try Fixture.goForward.samples()
    let plain = try #require(try decoder.run(samples).final.words)

    let later = try #require(
      try decoder.run([Float](repeating: 0, count: seconds * 16_000) + samples, chunkSize: 320).final.words)

    #expect(later.texts == plain.texts)
    for (word, original) in zip(later, plain) {
      let shift = word.range.lowerBound - original.range.lowerBound
      #expect(abs((shift - .seconds(seconds)).inSeconds) <= 0.05)
    }
  }

  @Test("three seconds of silence inside move the words after it, and only those")
  func silenceInside() throws {
    let decoder = try DecodingThread.decoder.get()
    let first = try Fixture.goForward.samples()
    let second = try Fixture.something.samples()
    let silence = [Float](repeating: 0, count: 3 * 16_000)
    let plain = try #require(try decoder.run(first).final.words)
    let other = try #require(try decoder.run(second).final.words)

    let words = try #require(try decoder.run(first + silence + second).final.words)

    #expect(words.texts == plain.texts + other.texts)
    for (word, original) in zip(words, plain) {
      #expect(abs((word.range.lowerBound - original.range.lowerBound).inSeconds) <= 0.05)
    }
    let offset = Double(first.count) / 16_000 + 3
    for (word, original) in zip(words.dropFirst(plain.count), other) {
      #expect(abs((word.range.lowerBound - original.range.lowerBound).inSeconds - offset) <= 0.05)
    }
  }

  @Test("an utterance without samples, or with empty chunks only, ends empty and the next one is whole")
  func emptyUtterances() throws {
    let decoder = try DecodingThread.decoder.get()
    let nothing = AudioChunk(samples: [], sampleIndex: 0, sampleRate: 16_000)

    for chunks in [0, 3] {
      try decoder.start()
      for _ in 0..<chunks { #expect(try decoder.decode(nothing) == .empty) }
      let final = try decoder.finish()
      #expect(final.text.isEmpty)
      #expect(final.words?.isEmpty == true)
    }
    #expect(try decoder.run(try Fixture.goForward.samples()).final.text == Fixture.goForward.text)
  }

  @Test("calls out of order throw or do nothing, and spoil nothing")
  func order() throws {
    let decoder = try DecodingThread.decoder.get()
    let chunk = AudioChunk(samples: [0, 0], sampleIndex: 0, sampleRate: 16_000)

    #expect(throws: VoiceError.self) { try decoder.decode(chunk) }
    #expect(try decoder.finish() == .empty)
    decoder.cancel()
    try decoder.start()
    #expect(throws: VoiceError.self) { try decoder.start() }
    decoder.cancel()
    decoder.cancel()
    #expect(try decoder.finish() == .empty)

    #expect(try decoder.run(try Fixture.numbers.samples()).final.text == Fixture.numbers.text)
  }

  @Test("a cancelled utterance leaves no word in the next one")
  func cancel() throws {
    let decoder = try DecodingThread.decoder.get()
    try decoder.start()
    _ = try decoder.decode(
      AudioChunk(samples: try Fixture.numbers.samples(), sampleIndex: 0, sampleRate: 16_000))
    decoder.cancel()

    #expect(try decoder.run(try Fixture.goForward.samples()).final.text == Fixture.goForward.text)
  }

  @Test("audio at another rate is refused and does not end the utterance")
  func otherRate() throws {
    let decoder = try DecodingThread.decoder.get()
    try decoder.start()

    let error = #expect(throws: VoiceError.self) {
      try decoder.decode(AudioChunk(samples: [0], sampleIndex: 0, sampleRate: 48_000))
    }

    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("48000") == true)
    #expect(try decoder.finish().text.isEmpty)
  }

  @Test("a hundred utterances of noise, none longer than a quarter of a second, are survived")
  func noise() throws {
    var generator = SeededGenerator(seed: 42)
    let decoder = try engine.makeDecoder()

    for _ in 0..<100 {
      let count = Int.random(in: 0...4000, using: &generator)
      let samples = (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
      _ = try decoder.run(samples, chunkSize: Int.random(in: 1...2048, using: &generator))
    }

    // The noise has spoilt the running mean of the spectrum; a few seconds of speech bring it back.
    for _ in 0..<3 { _ = try decoder.run(try Fixture.numbers.samples()) }
    #expect(try decoder.run(try Fixture.goForward.samples()).final.text == Fixture.goForward.text)
  }

  @Test("samples that are no numbers or far too loud do no harm")
  func badSamples() throws {
    let decoder = try engine.makeDecoder()
    let samples: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, .signalingNaN, .leastNonzeroMagnitude]

    _ = try decoder.run((0..<2000).flatMap { _ in samples })

    #expect(try decoder.run(try Fixture.goForward.samples()).final.text.isEmpty == false)
  }

  @Test("two decoders on two threads each give their own text, round after round")
  func twoThreads() async throws {
    let pairs = [Fixture.goForward, Fixture.numbers]
    let engine = engine
    try await withThrowingTaskGroup(of: [String].self) { group in
      for fixture in pairs {
        let samples = try fixture.samples()
        group.addTask {
          let thread = DedicatedThread(name: "decoder test")
          let texts = try await withCheckedThrowingContinuation { continuation in
            thread.run {
              continuation.resume(
                with: Result {
                  let decoder = try engine.makeDecoder()
                  return try (0..<4).map { _ in try decoder.run(samples, chunkSize: 320).final.text }
                })
            }
          }
          await thread.retire()
          #expect(texts == [String](repeating: fixture.text, count: 4))
          return texts
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("forty seconds of speech come in finished stretches with times that go on", arguments: [2048, nil] as [Int?])
  func longSpeech(chunkSize: Int?) throws {
    let decoder = try engine.makeDecoder()
    let once = try Fixture.goForward.samples() + [Float](repeating: 0, count: 8000)
    let count = 12
    _ = try decoder.run(once)

    let run = try decoder.run((0..<count).flatMap { _ in once }, chunkSize: chunkSize)

    let length = Double(once.count) / 16_000
    let words = try #require(run.final.words)
    #expect(run.finished.count >= 3)
    #expect(run.final.text == [String](repeating: Fixture.goForward.text, count: count).joined(separator: " "))
    #expect(words.texts.joined(separator: " ") == run.final.text)
    for (index, word) in words.enumerated() where index % 4 == 0 {
      #expect(abs(word.range.lowerBound.inSeconds - Double(index / 4) * length - 0.46) <= 0.1)
    }
    #expect(zip(run.finished, run.finished.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
  }

  @Test("silence of any length gives no stretch and no word")
  func longSilence() throws {
    let decoder = try engine.makeDecoder()

    let run = try decoder.run([Float](repeating: 0, count: 25 * 16_000))

    #expect(run.finished.isEmpty)
    #expect(run.final.text.isEmpty)
  }

  @Test("the library's own settings give the same texts, without word times")
  func libraryDefaults() throws {
    let decoder = try PocketSphinxEngine(options: .libraryDefaults).makeDecoder()

    for fixture in Fixture.all {
      let run = try decoder.run(try fixture.samples())
      #expect(run.final.text == fixture.text)
      #expect(run.final.words == nil)
    }
  }
}
