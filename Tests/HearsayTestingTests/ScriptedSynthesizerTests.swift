// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@Suite("ScriptedSynthesizer")
struct ScriptedSynthesizerTests {
  private let failure = VoiceError(.synthesisError, .engineFailed, "The scripted voice failed; try again.")

  private func piece(_ text: String, voice: String? = nil) -> SynthesisPiece {
    SynthesisPiece(text, of: Utterance(text, voice: voice))
  }

  @Test("a text becomes its samples in blocks, with a mark at each word")
  func render() async throws {
    let voice = ScriptedSynthesizer(samplesPerScalar: 10, blockSize: 45)
    let blocks = EventRecorder<SynthesisBlock>()
    try await voice.render(piece("Go  forward!"), cancellation: CancellationFlag()) { blocks.record($0) }

    #expect(blocks.events.map(\.samples.count) == [45, 45, 30])
    #expect(blocks.events.flatMap(\.samples) == voice.samples(for: "Go  forward!"))
    #expect(!voice.samples(for: "Go").contains(0))
    #expect(
      blocks.events.map(\.words) == [
        [.init(scalarOffset: 0, scalarCount: 2, sample: 0), .init(scalarOffset: 4, scalarCount: 8, sample: 40)], [], [],
      ])
    #expect(voice.pieces == [piece("Go  forward!")])
    #expect(voice.deliveredSamples == 120)
  }

  @Test("the table gives the samples of a text")
  func table() async throws {
    let voice = ScriptedSynthesizer(table: ["hi you": [1, 2, 3, 4, 5, 6]])
    let blocks = EventRecorder<SynthesisBlock>()
    try await voice.render(piece("hi you"), cancellation: CancellationFlag()) { blocks.record($0) }
    #expect(blocks.events.flatMap(\.samples) == [1, 2, 3, 4, 5, 6])
    #expect(blocks.events.flatMap(\.words).map(\.sample) == [0, 3])
  }

  @Test("a raised cancellation ends the rendering within a block")
  func cancel() async throws {
    let voice = ScriptedSynthesizer(samplesPerScalar: 10, blockSize: 10)
    let gate = Gate()
    voice.holdBlocks(at: gate)
    let flag = CancellationFlag()
    let blocks = EventRecorder<SynthesisBlock>()
    let piece = piece("Go on")
    let rendering = Task { try await voice.render(piece, cancellation: flag) { blocks.record($0) } }
    try await voice.waitForPieces()
    try await gate.waitForWaiters()
    gate.releaseOne()
    try await blocks.waitUntil(count: 1)
    try await gate.waitForWaiters()

    flag.raise()
    gate.open()
    try await rendering.value

    #expect(blocks.events.count == 1)
    #expect(voice.cancelledCount == 1)
  }

  @Test("a failure comes after the samples that the test wants, once")
  func fail() async throws {
    let voice = ScriptedSynthesizer(samplesPerScalar: 10, blockSize: 10)
    voice.failNext(failure, afterSamples: 15)
    let blocks = EventRecorder<SynthesisBlock>()
    await #expect(throws: failure) {
      try await voice.render(piece("Go"), cancellation: CancellationFlag()) { blocks.record($0) }
    }
    #expect(blocks.events.map(\.samples.count) == [10, 5])
    try await voice.render(piece("Go"), cancellation: CancellationFlag()) { blocks.record($0) }
    #expect(voice.deliveredSamples == 35)
  }

  @Test("an unknown voice is refused, and a known one speaks")
  func voices() async throws {
    let voice = ScriptedSynthesizer()
    try await voice.prepare()
    #expect(voice.prepareCount == 1)
    let known = try #require(try await voice.voices().first)
    try await voice.render(piece("Go", voice: known.id), cancellation: CancellationFlag()) { _ in }
    let error = await #expect(throws: VoiceError.self) {
      try await voice.render(piece("Go", voice: "nobody"), cancellation: CancellationFlag()) { _ in }
    }
    #expect(error?.reason == .unknownVoice)
  }
}
