// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayEspeak

@Suite("EspeakParameters")
struct EspeakParametersTests {
  @Test(
    "rate, pitch and volume are mapped over their whole range",
    arguments: [
      (0.5, 0.5, 0.0, 88, 0, 0), (1, 1, 1, 175, 50, 100), (2, 2, 0.5, 350, 100, 50), (1.2, 0.75, 0.25, 210, 25, 25),
    ])
  func mapping(rate: Double, pitch: Double, volume: Double, words: Int, base: Int, loudness: Int) throws {
    let utterance = Utterance("-", rate: rate, pitchMultiplier: pitch, volume: volume)
    let parameters = try EspeakParameters(SynthesisPiece("-", of: utterance))

    #expect(parameters.wordsPerMinute == words && parameters.pitch == base && parameters.volume == loudness)
  }
}
