// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  import HearsayCore
  import Testing

  @testable import HearsayEspeak

  @Suite("VoiceCatalogue")
  struct VoiceCatalogueTests {
    private let synthesizer = EspeakSynthesizer()

    @Test("every listed voice can be selected by its id and says one")
    func everyVoice() async throws {
      let voices = try await synthesizer.voices()

      #expect(voices.count > 100)
      for voice in voices {
        let samples = try await synthesizer.record("one", of: Utterance("-", voice: voice.id)).samples
        #expect(!samples.isEmpty && samples.contains { $0 != 0 }, "\(voice.id)")
      }
    }

    @Test("voices have ids of their own, clean names and well-formed language tags")
    func cleanData() async throws {
      let voices = try await synthesizer.voices()
      let tag = try Regex(
        "[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-[A-Z][a-z]{3})?(-[a-z0-9]{5,8})*"
          + "(-x(-[a-z0-9]{1,8})+)?")

      #expect(Set(voices.map(\.id)).count == voices.count)
      #expect(voices.allSatisfy { !$0.name.isEmpty && !$0.name.contains("_") && $0.name.last != " " })
      for voice in voices { #expect(voice.language.wholeMatch(of: tag) != nil, "\(voice.language)") }
      #expect(try await EspeakSynthesizer().voices() == voices)
    }

    @Test(
      "a language tag, a name or an id selects the best match",
      arguments: [
        ("en-us", "gmw/en-US"), ("en-US", "gmw/en-US"), ("en", "gmw/en"), ("en-GB", "gmw/en"), ("en-AU", "gmw/en"),
        ("de-DE", "gmw/de"), ("fr", "roa/fr"), ("fr-CA", "roa/fr"), ("pt-BR", "roa/pt-BR"), ("zh-Hans-CN", "sit/cmn"),
        ("es-MX", "roa/es-419"), ("no", "gmq/nb"), ("German", "gmw/de"), ("yue-latn-jyutping", "sit/yue-Latn-jyutping"),
        ("gmw/en-us", "gmw/en-US"), ("en-us+f3", "gmw/en-US+f3"), ("de+m1", "gmw/de+m1"),
      ])
    func selection(name: String, selector: String) async throws {
      try await synthesizer.prepare()
      #expect(try EspeakEngine.start().selector(for: name) == selector)
    }

    @Test("a variant sounds different from its voice")
    func variant() async throws {
      let plain = try await synthesizer.record("Hello there", of: Utterance("-", voice: "en-us")).samples
      let woman = try await synthesizer.record("Hello there", of: Utterance("-", voice: "en-us+f3")).samples

      #expect(plain.count != woman.count || plain != woman)
    }
  }
#endif
