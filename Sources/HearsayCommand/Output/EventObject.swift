// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Events as JSON: the name on the wire and a payload.
enum EventObject {
  /// The object for an event.
  static func of(_ event: VoiceEvent) -> JSONValue { make(event.name, payload(of: event)) }

  /// The object for an update; `file` is added when it is about one.
  static func of(_ update: TranscriptUpdate, file: String? = nil) -> JSONValue {
    var payload = payload(of: update)
    if let file { payload["file"] = .text(file) }
    return make(VoiceEvent.transcript(update).name, payload)
  }

  /// The object for an error that no event told of.
  static func of(_ error: VoiceError, file: String? = nil) -> JSONValue {
    var payload = payload(of: error)
    if let file { payload["file"] = .text(file) }
    return make("ptt://error", payload)
  }

  static func make(_ name: String, _ payload: [String: JSONValue]) -> JSONValue {
    .object(["event": .text(name), "payload": .object(payload)])
  }

  /// A device as it stands in events; null for none.
  static func device(_ device: AudioDevice?) -> JSONValue {
    guard let device else { return .null }
    return .object([
      "name": .text(device.id), "description": .text(device.description), "kind": .text(device.kind.rawValue),
      "direction": .text(device.direction.rawValue),
    ])
  }

  // MARK: -

  private static func payload(of event: VoiceEvent) -> [String: JSONValue] {
    switch event {
    case .state(let state):
      [
        "listening": state.listening.map { number($0.rawValue) } ?? .null,
        "speaking": state.speaking.map { number($0.rawValue) } ?? .null, "paused": .boolean(state.isPaused),
        "route": route(state.route),
      ]
    case .listeningReady(let id, let time): ["sessionId": number(id.rawValue), "timeNanoseconds": self.time(time)]
    case .transcript(let update): payload(of: update)
    case .synthesis(let event): payload(of: event)
    case .routeChanged(let change):
      [
        "reason": .text(change.reason.rawValue), "device": device(change.device),
        "previousRoute": route(change.previousRoute), "currentRoute": route(change.currentRoute),
        "timeNanoseconds": time(change.time),
      ]
    case .interruption(let interruption): payload(of: interruption)
    case .inputWarning(let warning): payload(of: warning)
    case .error(let error, let sessionID, let utteranceID, let time):
      payload(of: error).merging([
        "sessionId": sessionID.map { number($0.rawValue) } ?? .null,
        "utteranceId": utteranceID.map { number($0.rawValue) } ?? .null, "timeNanoseconds": self.time(time),
      ]) { first, _ in first }
    case .eventsDropped(let count): ["count": .integer(Int64(count))]
    }
  }

  private static func payload(of update: TranscriptUpdate) -> [String: JSONValue] {
    var payload: [String: JSONValue] = [
      "sessionId": number(update.sessionID.rawValue), "text": .text(update.text),
      "sequenceNumber": .integer(Int64(update.sequenceNumber)), "audioSeconds": seconds(update.audioTime),
      "timeNanoseconds": time(update.time),
    ]
    if update.isFinal { payload["segments"] = .list(update.segments.map(segment)) }
    return payload
  }

  private static func segment(_ segment: TranscriptSegment) -> JSONValue {
    var members = range(segment.range)
    members["text"] = .text(segment.text)
    if let words = segment.words {
      members["words"] = .list(
        words.map { word in .object(range(word.range).merging(["text": .text(word.text)]) { $1 }) })
    }
    return .object(members)
  }

  private static func payload(of event: SynthesisEvent) -> [String: JSONValue] {
    var payload = ["utteranceId": number(event.utteranceID.rawValue), "timeNanoseconds": time(event.time)]
    switch event.kind {
    case .started, .paused, .continued: break
    case .word(let location, let length):
      payload["location"] = .integer(Int64(location))
      payload["length"] = .integer(Int64(length))
    case .ended(let finished, let spokenCharacters):
      payload["finished"] = .boolean(finished)
      payload["spokenCharacters"] = .integer(Int64(spokenCharacters))
    }
    return payload
  }

  private static func payload(of interruption: Interruption) -> [String: JSONValue] {
    var payload: [String: JSONValue] = [
      "reason": .text(interruption.reason.rawValue), "timeNanoseconds": time(interruption.time),
    ]
    switch interruption.phase {
    case .began: payload["phase"] = "began"
    case .ended(let shouldResume):
      payload["phase"] = "ended"
      payload["shouldResume"] = .boolean(shouldResume)
    }
    return payload
  }

  private static func payload(of warning: InputWarning) -> [String: JSONValue] {
    var payload = ["sessionId": number(warning.sessionID.rawValue), "timeNanoseconds": time(warning.time)]
    switch warning.kind {
    case .dropped(let frames, let place):
      payload["kind"] = "dropped"
      payload["frames"] = .integer(Int64(frames))
      payload["atSeconds"] = seconds(place)
    }
    return payload
  }

  private static func payload(of error: VoiceError) -> [String: JSONValue] {
    [
      "code": .text(error.code.rawValue), "reason": .text(error.reason.rawValue), "message": .text(error.message),
      "isRecoverable": .boolean(error.isRecoverable),
    ]
  }

  private static func route(_ route: AudioRoute) -> JSONValue {
    .object(["input": device(route.input), "output": device(route.output)])
  }

  private static func range(_ range: Range<Duration>) -> [String: JSONValue] {
    ["startSeconds": seconds(range.lowerBound), "endSeconds": seconds(range.upperBound)]
  }

  private static func number(_ value: UInt64) -> JSONValue { .integer(Int64(clamping: value)) }
  private static func time(_ time: MonotonicTime) -> JSONValue { number(time.nanoseconds) }
  static func seconds(_ duration: Duration) -> JSONValue {
    // Whole microseconds: more digits are noise of the conversion.
    .number((duration.inSeconds * 1e6).rounded() / 1e6)
  }
}
