// SPDX-License-Identifier: Apache-2.0

import HearsayTesting

@testable import HearsayCore

/// A listener on a scripted microphone and a scripted recognizer, and every event of it.
struct ScriptedListener {
  let source = ScriptedCaptureSource()
  let clock = ManualClock()
  let events = EventRecorder<VoiceEvent>()
  let engine: ScriptedRecognitionEngine
  let recognizer: Recognizer
  let listener: Listener

  init(_ engine: ScriptedRecognitionEngine) {
    self.engine = engine
    recognizer = Recognizer(engine: engine)
    let events = events
    listener = Listener(source: source, recognizer: recognizer, clock: clock) { events.record($0) }
  }

  static let frame = Array(repeating: Float(0.1), count: 320)

  /// Starts a session with its first frames.
  @discardableResult
  func start(_ options: ListeningOptions = ListeningOptions()) async throws -> ListeningID {
    let opened = source.openedCount
    async let id = listener.start(options)
    try await source.waitUntilOpen(opened + 1)
    source.send(Self.frame)
    return try await id
  }

  /// Ends everything; no thread of the recognizer is left.
  func close() async {
    await listener.close()
    await recognizer.close()
  }

  /// What happened, in short: `ready 1`, `partial 1 go`, `final 1 go`, `error 1 route_changed`, `dropped 1 100`.
  var story: [String] { events.events.map(Self.line) }

  static func line(_ event: VoiceEvent) -> String {
    switch event {
    case .listeningReady: "ready"
    case .transcript(let update): "\(update.isFinal ? "final" : "partial") '\(update.text)'"
    case .error(let error, _, _, _): "error \(error.code.rawValue)"
    case .inputWarning(let warning):
      switch warning.kind {
      case .dropped(let frames, _): "dropped \(frames)"
      }
    case .state, .synthesis, .routeChanged, .interruption, .eventsDropped: event.name
    }
  }
}

extension VoiceEvent {
  /// The listening session that an event belongs to.
  var listeningID: ListeningID? {
    switch self {
    case .listeningReady(let id, _): id
    case .transcript(let update): update.sessionID
    case .error(_, let id, _, _): id
    case .inputWarning(let warning): warning.sessionID
    case .state, .synthesis, .routeChanged, .interruption, .eventsDropped: nil
    }
  }
}
