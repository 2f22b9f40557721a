// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A decoder of a `ScriptedRecognitionEngine`; stays on its recognizer's thread like any decoder.
final class ScriptedDecoder: SpeechDecoder {
  private let utterances: [UtteranceScript]
  private let engine: Observed<ScriptedRecognitionEngine.State>
  private var script = UtteranceScript()
  private var samples = 0

  init(utterances: [UtteranceScript], engine: Observed<ScriptedRecognitionEngine.State>) {
    self.utterances = utterances
    self.engine = engine
  }

  deinit { engine.update { $0.calls.append(.release) } }

  func start() throws(VoiceError) {
    let number = engine.update { state in
      state.calls.append(.start)
      state.utteranceCount += 1
      return state.utteranceCount - 1
    }
    script = number < utterances.count ? utterances[number] : utterances.last ?? UtteranceScript()
    samples = 0
    if let error = script.startError { throw error }
  }

  func decode(_ chunk: AudioChunk) throws(VoiceError) -> Hypothesis {
    script.decodeGate?.wait()
    if let error = script.decodeError, samples + chunk.samples.count > script.decodeErrorAfter { throw error }
    samples += chunk.samples.count
    engine.update { state in
      state.calls.append(.decode(samples: chunk.samples.count, at: chunk.sampleIndex))
      state.decodedSamples += chunk.samples.count
      state.audio += chunk.samples
    }
    return script.hypothesis(after: samples)
  }

  func finish() throws(VoiceError) -> Hypothesis {
    engine.update { $0.calls.append(.finish) }
    script.finishGate?.wait()
    if let error = script.finishError { throw error }
    return script.final ?? script.hypothesis(after: samples)
  }

  func cancel() { engine.update { $0.calls.append(.cancel) } }
}
