// SPDX-License-Identifier: Apache-2.0

import Hearsay

// Never called: that it compiles is what it tests. What stands here cannot change without a new major version.

private struct OwnSynthesizer: SpeechSynthesizer {
  let name = "own"
  func prepare() async throws(VoiceError) {}
  func voices() async throws(VoiceError) -> [Voice] {
    [Voice(id: "own", name: "Own", language: "en-US", gender: .unspecified, quality: .compact)]
  }
  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {
    guard !cancellation.isRaised else { return }
    let _: (String, String?, Bool) = (piece.text, piece.voice, piece.isContinued)
    let _: (Double, Double, Double) = (piece.rate, piece.pitchMultiplier, piece.volume)
    let mark = SynthesisBlock.WordMark(scalarOffset: 0, scalarCount: 1, sample: 0)
    deliver(SynthesisBlock(samples: [0], sampleRate: 22_050, words: [mark]))
  }
}

private func utterances() throws {
  let utterance = Utterance("Hello", voice: "own", rate: 1, pitchMultiplier: 1, volume: 1)
  try utterance.validate()
  let _: any SpeechSynthesizer = OwnSynthesizer()
  let _: @Sendable (String) async throws(VoiceError) -> Void = { id throws(VoiceError) in
    try await OwnSynthesizer().checkVoice(id)
    await OwnSynthesizer().close()
  }
  let _: SynthesisPiece = SynthesisPiece("Hello", of: utterance, isContinued: false)
  CancellationFlag().raise()
}

private func queue(_ sink: any PlaybackSink) async throws {
  let queue = SynthesisQueue(
    synthesizer: OwnSynthesizer(), sink: sink, request: PlaybackRequest(), limit: 3, clock: ContinuousClock()
  ) { (_: VoiceEvent) in }
  try await queue.prepare()
  let id: Utterance.ID = try await queue.speak(Utterance("Hello"))
  await queue.cancelSpeech(id)
  let _: Bool = await queue.pauseSpeech(at: .word)
  let _: Bool = await queue.pauseSpeech(at: SpeechBoundary.immediate)
  let _: Bool = await queue.continueSpeech()
  let _: (Bool, Bool) = (await queue.isSpeaking, await queue.isPaused)
  await queue.finishSpeaking()
  await queue.close()
}

private func progress(_ event: SynthesisEvent) {
  let _: (UInt64, MonotonicTime) = (event.utteranceID.rawValue, event.time)
  switch event.kind {
  case .started, .paused, .continued: break
  case .word(let location, let length): let _: (Int, Int) = (location, length)
  case .ended(let finished, let spokenCharacters): let _: (Bool, Int) = (finished, spokenCharacters)
  }
}
