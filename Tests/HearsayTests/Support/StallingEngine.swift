// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting

/// The standard recognizer, whose thread stands still at the first chunk of audio until a gate opens.
struct StallingEngine: RecognitionEngine {
  let base = VoiceConfiguration.standardRecognition
  let gate = BlockingGate()
  let decoded = Locked(0)
  var name: String { base.name }
  var sampleRate: Int { base.sampleRate }

  func makeDecoder() throws(VoiceError) -> any SpeechDecoder {
    Decoder(base: try base.makeDecoder(), gate: gate, decoded: decoded)
  }

  private final class Decoder: SpeechDecoder {
    private let base: any SpeechDecoder
    private let gate: BlockingGate
    private let decoded: Locked<Int>

    init(base: any SpeechDecoder, gate: BlockingGate, decoded: Locked<Int>) {
      self.base = base
      self.gate = gate
      self.decoded = decoded
    }

    func start() throws(VoiceError) { try base.start() }

    func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
      _ = gate.wait()
      decoded.withLock { $0 += chunk.samples.count }
      return try base.decode(chunk)
    }

    func finish() throws(VoiceError) -> Hypothesis { try base.finish() }
    func cancel() { base.cancel() }
  }
}
