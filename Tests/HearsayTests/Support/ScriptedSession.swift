// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting

/// A voice session on doubles: its microphone speaks as soon as it is opened, its speaker plays a thousand times too fast.
struct ScriptedSession {
  let source = ScriptedCaptureSource()
  let sink: ScriptedPlaybackSink
  let synthesizer: ScriptedSynthesizer
  let graph = ScriptedAudioGraph(
    devices: [
      AudioDevice(id: "mic", direction: .input, description: "mic"),
      AudioDevice(id: "speaker", direction: .output, description: "speaker"),
    ], defaultInput: "mic", defaultOutput: "speaker")
  let session: VoiceSession

  init(
    engine: any RecognitionEngine = ScriptedSession.engine, sink: ScriptedPlaybackSink.Mode = .freeRunning,
    samplesPerScalar: Int = 40, speaksAtOnce: Bool = true, utteranceLimit: Int = 256
  ) {
    self.sink = ScriptedPlaybackSink(mode: sink)
    synthesizer = ScriptedSynthesizer(samplesPerScalar: samplesPerScalar, blockSize: 100)
    session = VoiceSession(
      VoiceConfiguration(
        capture: SpeakingSource(source: source, speaksAtOnce: speaksAtOnce), playback: self.sink, graph: graph,
        recognition: engine, synthesizer: synthesizer, utteranceLimit: utteranceLimit))
  }

  /// Understands "one", "one two", "one two three" as samples come, and something else in the end.
  static var engine: ScriptedRecognitionEngine {
    ScriptedRecognitionEngine([
      UtteranceScript(
        [.init(after: 320, "one"), .init(after: 640, "one two"), .init(after: 960, "one two three")],
        final: Hypothesis(text: "one two four"))
    ])
  }

  /// Gives so many samples to whoever listens.
  func hear(_ count: Int) { source.send([Float](repeating: 0.25, count: count)) }
}

/// A scripted source whose streams begin with their first frames.
private struct SpeakingSource: CaptureSource {
  let source: ScriptedCaptureSource
  let speaksAtOnce: Bool

  func open(_ request: CaptureRequest, into inlet: CaptureInlet) async throws(VoiceError) -> any CaptureStream {
    let stream = try await source.open(request, into: inlet)
    if speaksAtOnce { source.send([Float](repeating: 0.25, count: 320)) }
    return stream
  }
}
