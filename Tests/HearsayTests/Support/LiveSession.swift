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
    recognition: any RecognitionEngine = VoiceConfiguration.standardRecognition,
    synthesizer: any SpeechSynthesizer = VoiceConfiguration.standardSynthesizer(),
    _ body: (LiveSession) async throws -> Void
  ) async throws {
    let server = try await VirtualAudioServer.start(configuration)
    var parts = VoiceConfiguration.standard(applicationName: "app", remote: server.socketPath)
    parts.recognition = recognition
    parts.synthesizer = synthesizer
    let session = VoiceSession(parts)
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

  /// Returns once the graph has a link from a device to a node of ours, or the other way round.
  func waitForLink(from output: String, to input: String) async throws {
    // The server tells nobody of a new link.
    let isThere = try await eventually {
      try await server.links().contains {
        $0.output.hasPrefix("\(output):") && $0.input.hasPrefix("\(input):")
      }
    }
    try #require(isThere, "There is no link from \(output) to \(input).")
  }

  /// The events' names without the state and the partials, which may be many.
  var milestones: [String] {
    events.events.map(\.name).filter {
      $0 != "ptt://state" && $0 != "ptt://transcript-partial" && $0 != "ptt://tts-word"
    }
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

  /// The samples from the first to the last word, without the silence behind it.
  var words: [Float] {
    get throws {
      let samples = try samples
      let loud = stride(from: 0, to: samples.count - 160, by: 160).reversed().first { start in
        samples[start..<start + 160].reduce(0) { $0 + $1 * $1 } / 160 > 0.0004
      }
      return Array(samples.prefix((loud ?? samples.count) + 800))
    }
  }
}
