// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite("TranscriptAssembler")
struct TranscriptAssemblerTests {
  private func chunk(at index: Int, count: Int = 320) -> AudioChunk {
    AudioChunk(samples: Array(repeating: 0, count: count), sampleIndex: index, sampleRate: 16_000)
  }

  @Test("a partial equal to the one before is kept back")
  func equalPartials() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)

    let texts = ["", "go", "go", "go forward", "go forward", "go"].map {
      assembler.hypothesisArrived(Hypothesis(text: $0))?.text
    }

    #expect(texts == [nil, "go", nil, "go forward", nil, "go"])
  }

  @Test("updates are numbered without a hole, the final included")
  func numbers() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)

    let first = assembler.hypothesisArrived(Hypothesis(text: "a"))
    _ = assembler.hypothesisArrived(Hypothesis(text: "a"))
    let second = assembler.hypothesisArrived(Hypothesis(text: "b"))
    let (_, final) = assembler.finished(Hypothesis(text: "c"))

    #expect([first?.sequenceNumber, second?.sequenceNumber, final.sequenceNumber] == [0, 1, 2])
    #expect(final.isFinal && final.text == "c")
  }

  @Test("the final's text equals its segments joined and the transcript's text")
  func joined() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)

    let (transcript, final) = assembler.finished(Hypothesis(text: "go forward"))

    #expect(transcript.text == "go forward")
    #expect(final.text == transcript.text)
    #expect(final.segments.map(\.text).joined(separator: " ") == final.text)
  }

  @Test("without speech there is an empty final and no segment")
  func empty() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)
    assembler.chunkArrived(chunk(at: 0, count: 16_000))

    let (transcript, final) = assembler.finished(.empty)

    #expect(transcript.text.isEmpty && transcript.segments.isEmpty && final.text.isEmpty)
    #expect(transcript.audioDuration == .seconds(1))
  }

  @Test("a partial has the finished segments before the open text, and the final has them all")
  func segments() {
    func segment(_ text: String, _ seconds: Range<Int>) -> TranscriptSegment {
      TranscriptSegment(text: text, range: .seconds(seconds.lowerBound)..<(.seconds(seconds.upperBound)))
    }
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)
    assembler.chunkArrived(chunk(at: 0, count: 64_000))

    let partials = [
      Hypothesis(text: "go"),
      Hypothesis(finished: [segment("go forward", 0..<1)], text: ""),
      Hypothesis(finished: [], text: "ten"),
      Hypothesis(finished: [segment("ten meters", 2..<3), segment("", 3..<4)], text: ""),
    ].map { assembler.hypothesisArrived($0) }
    let (transcript, final) = assembler.finished(Hypothesis(text: "stop"))

    #expect(partials.map { $0?.text } == ["go", "go forward", "go forward ten", "go forward ten meters"])
    #expect(partials.map { $0?.segments.count } == [0, 1, 1, 3])
    #expect(transcript.segments.map(\.text) == ["go forward", "ten meters", "", "stop"])
    #expect(final.text == "go forward ten meters stop")
  }

  @Test("a discarded session has an empty final whatever was heard")
  func discarded() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)
    _ = assembler.hypothesisArrived(Hypothesis(text: "go"))

    let (transcript, final) = assembler.discarded()

    #expect(transcript.text.isEmpty && final.text.isEmpty && final.isFinal)
  }

  @Test("after a failure the last hypothesis becomes the final")
  func lastHypothesis() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)
    _ = assembler.hypothesisArrived(Hypothesis(text: "go forward"))

    #expect(assembler.finished(nil).0.text == "go forward")
  }

  @Test("a word behind dropped frames keeps its time in the session")
  func wordsBehindAGap() {
    var assembler = TranscriptAssembler(sessionID: .next(), sampleRate: 16_000)
    assembler.chunkArrived(chunk(at: 0, count: 16_000))
    // One second is missing: the decoder's second one is the session's third.
    assembler.chunkArrived(chunk(at: 32_000, count: 16_000))
    assembler.framesDropped(16_000)
    let words = [
      TranscriptWord(text: "before", range: .milliseconds(200)..<(.seconds(1))),
      TranscriptWord(text: "behind", range: .milliseconds(1_250)..<(.milliseconds(1_500))),
    ]

    let (transcript, _) = assembler.finished(Hypothesis(text: "before behind", words: words))

    #expect(
      transcript.segments.first?.words?.map(\.range) == [
        .milliseconds(200)..<(.seconds(1)), .milliseconds(2_250)..<(.milliseconds(2_500)),
      ])
    #expect(transcript.droppedFrames == 16_000)
    #expect(transcript.audioDuration == .seconds(2))
  }
}
