// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  import Foundation
  import HearsayCore
  import HearsayTesting
  import Testing

  @testable import HearsayEspeak

  @Suite("EspeakSynthesizer")
  struct EspeakSynthesizerTests {
    private let synthesizer = EspeakSynthesizer()

    @Test("a short sentence is delivered to its last sample")
    func wholeSentence() async throws {
      let recorder = try await synthesizer.record("Hey, speakers")

      #expect(abs(recorder.samples.count - 22_509) <= 50)
      #expect(recorder.blocks.allSatisfy { $0.sampleRate == 22_050 && $0.samples.count <= 1_102 })
      #expect(recorder.samples.allSatisfy { (-1...1).contains($0) })
      #expect(recorder.samples.contains { abs($0) > 0.1 })
    }

    @Test("a piece that is continued ends with the pause behind a sentence")
    func endPause() async throws {
      let plain = try await synthesizer.record("Hey, speakers").samples.count
      let continued = try await synthesizer.record("Hey, speakers", isContinued: true).samples.count

      #expect(continued > plain + 2_000)
    }

    @Test("a text sounds the same whatever was spoken before", arguments: ["en-us", "de", "ja"])
    func independence(voice: String) async throws {
      let utterance = Utterance("-", voice: voice)
      var counts: [Int] = []
      for before in ["Hello there", "x", "Hey, speakers", "The quick brown fox jumps over it, and then"] {
        _ = try await synthesizer.record(before, of: Utterance("-", voice: "de", rate: 2, pitchMultiplier: 2))
        counts.append(try await synthesizer.record("Hey, speakers", of: utterance).samples.count)
      }

      let (least, most) = try #require(counts.min().flatMap { least in counts.max().map { (least, $0) } })
      #expect(most - least <= 40, "\(counts)")
    }

    @Test(
      "a queue takes whatever names a voice of the engine",
      arguments: ["gmw/en-US", "en-US", "gmw/en-US+f3", "German", "en"])
    func queued(voice: String) async throws {
      let queue = SynthesisQueue(
        synthesizer: synthesizer, sink: ScriptedPlaybackSink(mode: .freeRunning)
      ) { _ in }
      _ = try await queue.speak(Utterance("x", voice: voice))
      await queue.close()
    }

    @Test("a queue refuses a voice that the engine does not have", arguments: ["nobody", "gmw/en-US+nobody"])
    func refused(voice: String) async throws {
      let queue = SynthesisQueue(
        synthesizer: synthesizer, sink: ScriptedPlaybackSink(mode: .freeRunning)
      ) { _ in }
      do throws(VoiceError) {
        _ = try await queue.speak(Utterance("x", voice: voice))
        Issue.record("The voice must be refused.")
      } catch {
        #expect(error.reason == .unknownVoice)
      }
      await queue.close()
    }

    @Test("the rate of one call does not stick to the next")
    func rate() async throws {
      let normal = try await synthesizer.record("Hello there").samples.count
      let fast = try await synthesizer.record("Hello there", of: Utterance("-", rate: 2)).samples.count
      let slow = try await synthesizer.record("Hello there", of: Utterance("-", rate: 0.5)).samples.count
      let again = try await synthesizer.record("Hello there").samples.count

      #expect(abs(normal - 15_754) <= 50)
      #expect(Double(fast) < 0.6 * Double(normal))
      #expect(Double(slow) > 1.7 * Double(normal))
      #expect(abs(again - normal) <= 20)
    }

    @Test("the volume of one call does not stick to the next, and none is silence")
    func volume() async throws {
      let silent = try await synthesizer.record("Hello there", of: Utterance("-", volume: 0))
      let normal = try await synthesizer.record("Hello there")

      #expect(silent.samples.count > 10_000 && silent.samples.allSatisfy { $0 == 0 })
      #expect(AudioLevel(of: normal.samples).peak > 0.1)
    }

    @Test(
      "a number out of range is refused and named",
      arguments: [
        Utterance("-", rate: 0), Utterance("-", rate: -1), Utterance("-", rate: 5_000), Utterance("-", rate: .nan),
        Utterance("-", pitchMultiplier: 150), Utterance("-", pitchMultiplier: 0), Utterance("-", volume: 300),
      ])
    func outOfRange(utterance: Utterance) async {
      let error = await #expect(throws: VoiceError.self) {
        _ = try await synthesizer.record("Hello there", of: utterance)
      }
      #expect(error?.code == .invalidArgument && error?.reason == .outOfRange)
    }

    @Test(
      "an unknown voice is named, with the way to the list",
      arguments: ["no-such-voice", "", "en-us+nobody", "xx"])
    func unknownVoice(name: String) async {
      let error = await #expect(throws: VoiceError.self) {
        _ = try await synthesizer.record("one", of: Utterance("-", voice: name))
      }
      #expect(error?.code == .invalidArgument && error?.reason == .unknownVoice)
      #expect(error?.message.contains("\"\(name)\"") == true && error?.message.contains("voices()") == true)
    }

    @Test("markup and phoneme notation are spoken as they are written")
    func plainText() async throws {
      let marked = try await synthesizer.record("AT&T <b>bold</b> 3 < 4").samples.count
      let bare = try await synthesizer.record("AT&T bold 3 4").samples.count
      let phonemes = try await synthesizer.record("[[h@l'oU]]").samples.count

      #expect(abs(marked - 63_256) <= 1_500)
      #expect(marked > bare + 10_000)
      #expect(abs(phonemes - 25_926) <= 1_500)
    }

    @Test("control characters neither cut the text nor command the engine")
    func controlCharacters() async throws {
      let plain = try await synthesizer.record("one two  three")
      let zero = try await synthesizer.record("one two \u{0}three")
      let command = try await synthesizer.record("one \u{1}450S two three")
      let after = try await synthesizer.record("one two  three")

      #expect(abs(zero.samples.count - plain.samples.count) <= 400)
      #expect(zero.words.map(\.scalarOffset) == plain.words.map(\.scalarOffset))
      #expect(command.samples.count > plain.samples.count)
      #expect(abs(after.samples.count - plain.samples.count) <= 400)
    }

    @Test(
      "an odd text ends without a crash and leaves the engine as it was",
      arguments: [
        "", " ", "\n", "🎉🎉 party 👩‍👩‍👧‍👦", "مرحبا Привет 你好 hello", String(repeating: ",", count: 10_000),
        String(repeating: "c ", count: 50), String(repeating: "c", count: 50), "\u{0}", "\u{FFFD}\u{FEFF}\u{202E}abc",
        "a\u{300}\u{301}\u{302}", String(repeating: "x", count: 5_000), "<speak><audio src=\"x\"/></speak>",
      ])
    func oddText(text: String) async throws {
      let recorder = try await synthesizer.record(text)
      let after = try await synthesizer.record("Hello there")

      let count = text.unicodeScalars.count
      #expect(recorder.words.allSatisfy { $0.scalarOffset >= 0 && $0.scalarOffset + $0.scalarCount <= count })
      #expect(abs(after.samples.count - 15_754) <= 50)
    }

    @Test("word marks name the words in order, beside the samples at which they begin")
    func wordMarks() async throws {
      let text = "Grüße 🎉 hello there, 你 world. And good-bye."
      let recorder = try await synthesizer.record(text)

      let scalars = Array(text.unicodeScalars)
      let words = recorder.words.map { mark in
        String(String.UnicodeScalarView(scalars[mark.scalarOffset..<mark.scalarOffset + mark.scalarCount]))
      }
      #expect(["hello", "there", "And"].allSatisfy(words.contains), "\(words)")
      for (earlier, later) in zip(recorder.words, recorder.words.dropFirst()) {
        #expect(earlier.scalarOffset <= later.scalarOffset && earlier.sample <= later.sample)
      }
      #expect(recorder.words.allSatisfy { (0...recorder.samples.count).contains($0.sample) })
    }
  }
#endif
