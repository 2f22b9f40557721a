// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// The sound that the demonstration plays into the microphone.
struct DemoSentence: Sendable {
  /// What it is, for people.
  let name: String
  /// Mono samples in −1…1.
  let samples: [Float]
  let sampleRate: Int

  var duration: Duration { AudioFormat(sampleRate: sampleRate).duration(ofFrames: samples.count) }

  private static let recording = "/usr/share/pocketsphinx/test/data/goforward.raw"
  /// What is played at most.
  private static let limit = Duration.seconds(60)

  /// The file's sound; without a file the packaged recording, and without that one what the voice says.
  ///
  /// - Throws: `invalid_argument` naming the file when it is missing or unreadable.
  static func load(_ file: String?) async throws -> DemoSentence {
    if let file { return DemoSentence(name: file, samples: try await read(file), sampleRate: 16_000) }
    if let samples = try? await read(recording) {
      return DemoSentence(name: "the recording 'goforward'", samples: samples, sampleRate: 16_000)
    }
    var samples: [Float] = []
    var sampleRate = 16_000
    let renderer = SpeechRenderer(synthesizer: VoiceConfiguration.standardSynthesizer())
    for try await block in renderer.render(Utterance("go forward ten meters")) {
      samples += block.samples
      sampleRate = block.sampleRate
    }
    return DemoSentence(name: "a sentence of the voice", samples: samples, sampleRate: sampleRate)
  }

  private static func read(_ file: String) async throws -> [Float] {
    let sound = try await SoundInput.open(file, rawRate: file.hasSuffix(".raw") ? 16_000 : nil, sampleRate: 16_000)
    var samples: [Float] = []
    for try await chunk in sound {
      samples += chunk.samples
      if samples.count > AudioFormat(sampleRate: 16_000).frames(in: limit) { break }
    }
    return samples
  }
}
