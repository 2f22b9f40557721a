// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hearsay
import HearsayTesting
import Testing

/// A voice session on a private audio server, and what it says happened.
struct LiveSession {
  let server: VirtualAudioServer
  let session: VoiceSession
  let events: EventRecorder<VoiceEvent>

  /// Starts a server and a session on it, runs `body`, and ends both however that ends.
  static func run(
    _ configuration: VirtualAudioServer.Configuration = .init(microphones: ["mic"], speakers: ["speaker"]),
    _ body: (LiveSession) async throws -> Void
  ) async throws {
    let server = try await VirtualAudioServer.start(configuration)
    let session = VoiceSession(.standard(applicationName: "app", remote: server.socketPath))
    let live = LiveSession(server: server, session: session, events: .recording(session.events))
    do {
      try await body(live)
    } catch {
      await session.close()
      await server.stop()
      throw error
    }
    await session.close()
    await server.stop()
  }

  /// The events' names without the state and the partials, which may be many.
  var milestones: [String] {
    let many = ["ptt://state", "ptt://transcript-partial", "ptt://tts-word"]
    return events.events.map(\.name).filter { !many.contains($0) }
  }

  /// The frames whose loss was reported while listening.
  func reportedDrops(of id: ListeningID) -> Int {
    events.events.reduce(0) { sum, event in
      guard case .inputWarning(let warning) = event, warning.sessionID == id else { return sum }
      guard case .dropped(let frames, _) = warning.kind else { return sum }
      return sum + frames
    }
  }
}

/// Recordings of the Debian package pocketsphinx-testdata: 16 kHz, one channel, 16 bits, no header.
enum Recording: String, CaseIterable {
  case goforward
  case numbers
  case something

  var text: String {
    switch self {
    case .goforward: "go forward ten meters"
    case .numbers: "thirty three four or six ninety two"
    case .something: "go somewhere and do something"
    }
  }

  var samples: [Float] {
    get throws {
      let file = URL(fileURLWithPath: "/usr/share/pocketsphinx/test/data/\(rawValue).raw")
      let data = try Data(contentsOf: file)
      return data.withUnsafeBytes { bytes in
        bytes.bindMemory(to: Int16.self).map { Float(Int16(littleEndian: $0)) / 32_768 }
      }
    }
  }
}
