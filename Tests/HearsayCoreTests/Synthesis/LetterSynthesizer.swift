// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting

/// A voice of 1,000 Hz that says each character in ten samples and marks each word; the test may hold or break it.
final class LetterSynthesizer: SpeechSynthesizer {
  struct State: Sendable {
    var pieces: [String] = []
    var rendering = 0
    var mostRendering = 0
    var failures: [String: VoiceError] = [:]
    var voiceCalls = 0
  }

  let name = "letters"
  let state = Locked(State())
  /// Where each piece waits before its first block.
  let gate: Gate
  /// Where each block but a piece's first waits.
  let blockGate: Gate
  private let rates: [String: Int]

  init(isOpen: Bool = true, blocksAreOpen: Bool = true, rates: [String: Int] = ["low": 500, "high": 2000]) {
    gate = Gate(isOpen: isOpen)
    blockGate = Gate(isOpen: blocksAreOpen)
    self.rates = rates
  }

  var pieces: [String] { state.withLock { $0.pieces } }

  func fail(_ text: String, _ error: VoiceError) { state.withLock { $0.failures[text] = error } }

  func prepare() async throws(VoiceError) {}

  func voices() async throws(VoiceError) -> [Voice] {
    state.withLock { $0.voiceCalls += 1 }
    return rates.keys.sorted().map { Voice(id: $0, name: $0, language: "en") }
  }

  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {
    state.withLock { state in
      state.pieces.append(piece.text)
      state.rendering += 1
      state.mostRendering = max(state.mostRendering, state.rendering)
    }
    defer { state.withLock { $0.rendering -= 1 } }
    try? await gate.wait()
    let rate = piece.voice.flatMap { rates[$0] } ?? 1000
    var offset = 0
    for word in piece.text.split(separator: " ", omittingEmptySubsequences: false) {
      if offset > 0 { try? await blockGate.wait() }
      if cancellation.isRaised { return }
      let count = word.unicodeScalars.count
      let samples = [Float](repeating: Float(offset + 1), count: (count + 1) * 10)
      // Relative to the piece, as engines tell it.
      let mark = SynthesisBlock.WordMark(scalarOffset: offset, scalarCount: count, sample: offset * 10)
      deliver(SynthesisBlock(samples: samples, sampleRate: rate, words: count > 0 ? [mark] : []))
      offset += count + 1
    }
    if let error = state.withLock({ $0.failures[piece.text] }) { throw error }
  }
}
