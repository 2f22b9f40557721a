// SPDX-License-Identifier: Apache-2.0

/// Whether a session knows the devices: what `AudioSession.ready()` waits for.
enum AudioSessionReadiness: BroadcastEvent {
  case unknown
  case ready
  case failed(VoiceError)

  static func first(_ snapshot: AudioSessionReadiness) -> AudioSessionReadiness? { snapshot }

  static func dropped(_ count: Int) -> AudioSessionReadiness? { nil }

  func apply(to snapshot: inout AudioSessionReadiness) { snapshot = self }

  func supersedes(_ earlier: AudioSessionReadiness) -> Bool { true }

  var isExpendable: Bool { true }
}
