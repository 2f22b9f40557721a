// SPDX-License-Identifier: Apache-2.0

extension VoiceEvent {
  /// Notes that a subscriber has this event, if it is one that a report tells of.
  package func received(in trace: TraceRecorder) {
    switch self {
    case .transcript(let update):
      trace.writer.record(
        .transcriptReceived, of: update.sessionID.rawValue, value: UInt64(max(0, update.sequenceNumber)))
    case .synthesis(let event) where event.kind == .started:
      trace.writer.record(.startReceived, of: event.utteranceID.rawValue)
    default: break
    }
  }
}
