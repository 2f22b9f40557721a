// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayPocketSphinx

@Suite("RecognizedToken")
struct RecognizedTokenTests {
  @Test("fillers are no words", arguments: ["<s>", "</s>", "<sil>", "[NOISE]", "[SPEECH]", "++NOISE++", ""])
  func fillers(token: String) { #expect(RecognizedToken.word(token) == nil) }

  @Test(
    "a pronunciation mark is cut off, and nothing else",
    arguments: [
      ("or(2)", "or"), ("or", "or"), ("a(10)", "a"), ("(2)", "(2)"), ("f(x)", "f(x)"), ("x()", "x()"),
      ("'bout", "'bout"),
    ])
  func marks(token: String, word: String) { #expect(RecognizedToken.word(token) == word) }

  @Test("a hypothesis loses its fillers and keeps its order")
  func text() { #expect(RecognizedToken.text("<s> go [NOISE] or(2)  six <sil> </s>") == "go or six") }
}
