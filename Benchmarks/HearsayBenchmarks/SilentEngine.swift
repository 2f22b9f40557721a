// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Hears everything, understands nothing and costs nothing; says how many samples it was given.
struct SilentEngine: RecognitionEngine {
  let name = "silent"
  let sampleRate = 16_000
  let heard = Locked(0)
  let progress = WakeSignal()

  func makeDecoder() throws(VoiceError) -> any SpeechDecoder { Decoder(engine: self) }

  /// Returns when so many samples were decoded.
  func waitUntilHeard(_ count: Int) async {
    while heard.withLock({ $0 < count }) { await progress.wait() }
  }

  private final class Decoder: SpeechDecoder {
    private let engine: SilentEngine

    init(engine: SilentEngine) { self.engine = engine }

    func start() throws(VoiceError) {}
    func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
      engine.heard.withLock { $0 += chunk.samples.count }
      engine.progress.signal()
      return .empty
    }
    func finish() throws(VoiceError) -> Hypothesis { .empty }
    func cancel() {}
  }
}
