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

@Suite("WordMarks")
struct WordMarksTests {
  @Test("a mark lies in the text and never before an earlier one")
  func clamping() {
    var marks = WordMarks(scalarCount: 10)

    let made = [(4, 3, 100), (2, 1, 50), (9, 40, 200), (99, 5, 300), (0, -3, 0)].map {
      marks.mark(position: $0.0, length: $0.1, sample: $0.2)
    }

    #expect(made.map(\.scalarOffset) == [3, 3, 8, 10, 10])
    #expect(made.map(\.scalarCount) == [3, 1, 2, 0, 0])
    #expect(made.map(\.sample) == [100, 100, 200, 300, 300])
  }
}
