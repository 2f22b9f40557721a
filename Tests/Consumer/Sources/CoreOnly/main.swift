// SPDX-License-Identifier: Apache-2.0

import HearsayCore

// The core alone. What the finished program links against shows that it brings no C library and no Foundation.

/// A recognizer of the app's own: hears how much audio there was.
struct CountingEngine: RecognitionEngine {
  let name = "counting"
  let sampleRate = 8_000
  func makeDecoder() throws(VoiceError) -> any SpeechDecoder { CountingDecoder() }
}

final class CountingDecoder: SpeechDecoder {
  private var count = 0
  func start() throws(VoiceError) { count = 0 }
  func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
    count += chunk.samples.count
    return Hypothesis(text: "\(count) samples")
  }
  func finish() throws(VoiceError) -> Hypothesis { Hypothesis(text: "\(count) samples") }
  func cancel() {}
}

let recognizer = Recognizer(engine: CountingEngine())
let chunks = AsyncStream { continuation in
  continuation.yield(AudioChunk(samples: [0, 0.5, -0.5], sampleIndex: 0, sampleRate: 8_000))
  continuation.finish()
}
print(try await recognizer.transcribe(chunks).text)
await recognizer.close()
