// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting

/// The order rules that hold for every list of events, whatever was commanded.
struct EventOrder {
  private struct Session {
    var isReady = false
    var sequenceNumber = -1
    var audioTime = Duration.zero
    var isOver = false
    var errorCount = 0
  }

  private struct Speech {
    var isStarted = false
    var isPaused = false
    var location = -1
    var isOver = false
    var errorCount = 0
  }

  private var sessions: [ListeningID: Session] = [:]
  private var speeches: [Utterance.ID: Speech] = [:]
  private var current: Utterance.ID?
  private var latest: Utterance.ID?
  private(set) var violations: [String] = []

  /// Checks a list that begins with a subscription; `isComplete` when everything in it must have ended.
  init(_ events: [VoiceEvent], isComplete: Bool = true) {
    for (index, event) in events.enumerated() {
      switch event {
      case .state: break
      case .listeningReady(let id, _): ready(id, at: index)
      case .transcript(let update): transcript(update, at: index)
      case .synthesis(let event): synthesis(event, at: index)
      case .error(let error, let session, let utterance, _): failed(error, session, utterance, at: index)
      case .eventsDropped(let count): violations.append("\(index): \(count) events were dropped")
      case .routeChanged, .interruption, .inputWarning: break
      }
    }
    guard isComplete else { return }
    for (id, session) in sessions where !session.isOver { violations.append("session \(id) has no final") }
    for (id, speech) in speeches where !speech.isOver { violations.append("utterance \(id) has no end") }
  }

  private mutating func ready(_ id: ListeningID, at index: Int) {
    for (other, session) in sessions where !session.isOver {
      violations.append("\(index): session \(id) is ready before the final of session \(other)")
    }
    if sessions[id] != nil { violations.append("\(index): session \(id) is ready a second time, or late") }
    sessions[id, default: Session()].isReady = true
  }

  private mutating func transcript(_ update: TranscriptUpdate, at index: Int) {
    let id = update.sessionID
    var session = sessions[id] ?? Session()
    if !session.isReady { violations.append("\(index): session \(id) has a transcript before it is ready") }
    if session.isOver { violations.append("\(index): session \(id) has a transcript after its final") }
    if update.sequenceNumber <= session.sequenceNumber || update.audioTime < session.audioTime {
      violations.append("\(index): session \(id) goes back: \(update)")
    }
    session.sequenceNumber = update.sequenceNumber
    session.audioTime = update.audioTime
    if update.isFinal {
      session.isOver = true
      let joined = update.segments.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
      if update.text != joined { violations.append("\(index): '\(update.text)' is not its segments '\(joined)'") }
    }
    sessions[id] = session
  }

  private mutating func synthesis(_ event: SynthesisEvent, at index: Int) {
    let id = event.utteranceID
    var speech = speeches[id] ?? Speech()
    if speech.isOver { violations.append("\(index): utterance \(id) goes on after its end: \(event.kind)") }
    switch event.kind {
    case .started:
      if speech.isStarted { violations.append("\(index): utterance \(id) started twice") }
      if speech.isPaused { violations.append("\(index): utterance \(id) started while it is paused") }
      if let current { violations.append("\(index): utterance \(id) started during utterance \(current)") }
      if let latest, latest.rawValue > id.rawValue {
        violations.append("\(index): utterance \(id) started after utterance \(latest) had")
      }
      latest = id
      speech.isStarted = true
      current = id
    case .paused:
      if speech.isPaused { violations.append("\(index): utterance \(id) is paused twice") }
      speech.isPaused = true
    case .continued:
      if !speech.isPaused { violations.append("\(index): utterance \(id) goes on and was not paused") }
      speech.isPaused = false
    case .word(let location, _):
      if speech.isPaused { violations.append("\(index): utterance \(id) has a word while it is paused") }
      if !speech.isStarted { violations.append("\(index): utterance \(id) has a word before its start") }
      if location < speech.location { violations.append("\(index): utterance \(id) goes back to \(location)") }
      speech.location = location
    case .ended(let isFinished, _):
      if isFinished, !speech.isStarted { violations.append("\(index): utterance \(id) finished and never started") }
      speech.isOver = true
      if current == id { current = nil }
    }
    speeches[id] = speech
  }

  private mutating func failed(_ error: VoiceError, _ session: ListeningID?, _ utterance: Utterance.ID?, at index: Int)
  {
    if let session {
      if sessions[session]?.isOver != true { violations.append("\(index): '\(error)' before the final of \(session)") }
      sessions[session, default: Session()].errorCount += 1
      if sessions[session]?.errorCount != 1 { violations.append("\(index): a second error of session \(session)") }
    }
    if let utterance {
      if speeches[utterance]?.isOver != true {
        violations.append("\(index): '\(error)' before the end of \(utterance)")
      }
      speeches[utterance, default: Speech()].errorCount += 1
      if speeches[utterance]?.errorCount != 1 {
        violations.append("\(index): a second error of utterance \(utterance)")
      }
    }
  }
}

extension EventRecorder<VoiceEvent> {
  /// The final of a session, once it is there; looks at all events, so that it can be asked for in any order.
  func final(of id: ListeningID) async throws -> TranscriptUpdate {
    try await first { event in
      if case .transcript(let update) = event, update.isFinal, update.sessionID == id { update } else { nil }
    }
  }

  /// Whether an utterance was spoken to its end, once it has ended.
  func end(of id: Utterance.ID) async throws -> Bool {
    try await first { event in
      if case .synthesis(let event) = event, event.utteranceID == id, case .ended(let isFinished, _) = event.kind {
        isFinished
      } else {
        nil
      }
    }
  }

  /// Returns once an utterance is heard.
  func start(of id: Utterance.ID) async throws {
    try await first { event in
      if case .synthesis(let event) = event, event.utteranceID == id, event.kind == .started { () } else { nil }
    }
  }

  /// The first event that `pick` wants, whether it is there or still to come.
  func first<Result>(_ pick: (VoiceEvent) -> Result?) async throws -> Result {
    var seen = 0
    while true {
      let events = try await waitUntil(count: seen + 1)
      for event in events[seen...] { if let result = pick(event) { return result } }
      seen = events.count
    }
  }

  /// The errors of a session.
  func errors(of id: ListeningID) -> [VoiceError] {
    events.compactMap { event in
      if case .error(let error, let session, _, _) = event, session == id { error } else { nil }
    }
  }

  /// The errors of an utterance.
  func errors(of id: Utterance.ID) -> [VoiceError] {
    events.compactMap { event in
      if case .error(let error, _, let utterance, _) = event, utterance == id { error } else { nil }
    }
  }

  /// The finals of a session, of which there is to be one.
  func finals(of id: ListeningID) -> [TranscriptUpdate] {
    events.compactMap { event in
      if case .transcript(let update) = event, update.isFinal, update.sessionID == id { update } else { nil }
    }
  }

  /// The ends of an utterance, of which there is to be one: whether it was spoken to its end.
  func ends(of id: Utterance.ID) -> [Bool] {
    events.compactMap { event in
      if case .synthesis(let event) = event, event.utteranceID == id, case .ended(let isFinished, _) = event.kind {
        isFinished
      } else {
        nil
      }
    }
  }
}

extension [VoiceEvent] {
  /// The partial and final results, in order.
  var updates: [TranscriptUpdate] {
    compactMap { event in
      guard case .transcript(let update) = event else { return nil }
      return update
    }
  }
}
