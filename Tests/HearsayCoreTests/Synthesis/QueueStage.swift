// SPDX-License-Identifier: Apache-2.0

import HearsayTesting

@testable import HearsayCore

/// A queue with a scripted output and a record of what it tells.
struct QueueStage {
  let synthesizer: LetterSynthesizer
  let sink: ScriptedPlaybackSink
  let recorder = EventRecorder<VoiceEvent>()
  let queue: SynthesisQueue

  init(
    _ mode: ScriptedPlaybackSink.Mode = .freeRunning, synthesizer: LetterSynthesizer = LetterSynthesizer(),
    limit: Int = 256, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.synthesizer = synthesizer
    sink = ScriptedPlaybackSink(mode: mode)
    let recorder = recorder
    queue = SynthesisQueue(synthesizer: synthesizer, sink: sink, limit: limit, clock: clock) { recorder.record($0) }
  }

  /// The events so far, each as a word and the utterance's number among those spoken.
  func words(_ ids: [Utterance.ID]) -> [String] {
    recorder.events.map { event in
      switch event {
      case .synthesis(let event):
        let number = ids.firstIndex(of: event.utteranceID) ?? -1
        return switch event.kind {
        case .started: "\(number) started"
        case .paused: "\(number) paused"
        case .continued: "\(number) continued"
        case .word(let location, let length): "\(number) word \(location)+\(length)"
        case .ended(let finished, let spoken): "\(number) ended \(finished) \(spoken)"
        }
      case .error(let error, _, let id?, _):
        return "\(ids.firstIndex(of: id) ?? -1) failed \(error.reason.rawValue)"
      default: return "unexpected \(event)"
      }
    }
  }

  func waitForEnd(of id: Utterance.ID) async throws {
    try await recorder.next { event in
      if case .synthesis(let event) = event, event.utteranceID == id, case .ended = event.kind { true } else { false }
    }
  }

  func waitForStart(of id: Utterance.ID) async throws {
    try await recorder.next { event in
      if case .synthesis(let event) = event { event.utteranceID == id && event.kind == .started } else { false }
    }
  }
}
