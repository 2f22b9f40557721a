// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// How long each stage of a demonstration took.
struct DemoReport: Sendable {
  /// Model, voice and devices.
  var prepare: Duration?
  /// From the start of listening until frames flow.
  var ready: Duration?
  /// When the sound began.
  var soundStart: MonotonicTime?
  private(set) var firstPartial: Duration?
  /// From the stop to the final.
  var final: Duration?
  /// The final.
  var text = ""
  /// When the answer was queued.
  var speakStart: MonotonicTime?
  private(set) var started: Duration?
  private(set) var spoken: Duration?
  private var speechStart: MonotonicTime?
  /// What came out of the speaker: how long, and the loudest sample.
  var cameBack: (length: Duration, peak: Float)?
  private(set) var error: VoiceError?

  mutating func eventArrived(_ event: VoiceEvent) {
    switch event {
    case .transcript(let update) where !update.isFinal && !update.text.isEmpty && firstPartial == nil:
      firstPartial = soundStart.map { update.time - $0 }
    case .synthesis(let event):
      switch event.kind {
      case .started:
        speechStart = event.time
        started = speakStart.map { event.time - $0 }
      case .paused, .continued: break
      case .ended: spoken = speechStart.map { event.time - $0 }
      case .word: break
      }
    case .error(let error, _, _, _): self.error = error
    default: break
    }
  }

  private var stages: [(name: String, words: String, time: Duration?)] {
    [
      ("prepareSeconds", "load model, voice and devices", prepare), ("readySeconds", "start listening → ready", ready),
      ("firstPartialSeconds", "sound begins → first partial", firstPartial),
      ("finalSeconds", "stop → final", final), ("startedSeconds", "speak → first sample heard", started),
      ("spokenSeconds", "first → last sample heard", spoken),
    ]
  }

  /// The times for people.
  var lines: [String] {
    TextTable.lines(
      stages.compactMap { stage in stage.time.map { ["  \(stage.words)", "\(Int($0.inSeconds * 1000)) ms"] } })
  }

  /// The times for programs.
  var payload: [String: JSONValue] {
    var payload: [String: JSONValue] = ["text": .text(text)]
    for stage in stages { payload[stage.name] = stage.time.map(EventObject.seconds) ?? .null }
    if let cameBack {
      payload["heardSeconds"] = EventObject.seconds(cameBack.length)
      payload["heardPeak"] = .number(Double(cameBack.peak))
    }
    return payload
  }

  static func seconds(_ duration: Duration) -> String { "\(rounded(duration.inSeconds)) s" }

  static func rounded(_ value: Double) -> String { String((value * 100).rounded() / 100) }
}
