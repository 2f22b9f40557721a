// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hearsay
import HearsayTesting
import Testing

@Suite("A voice session without an answering audio server")
struct SilentServerTests {
  @Test("a server that never answers is given up within a few seconds by every command, and the end still works")
  func mute() async throws {
    let socket = try MuteSocket()
    let session = VoiceSession(.standard(applicationName: "app", remote: socket.path))
    let recorder = EventRecorder<VoiceEvent>.recording(session.events)
    async let start = Self.failure { _ = try await session.startListening() }
    async let preparation = Self.failure { try await session.prepare() }
    async let devices = Self.failure { try await session.audioSession.ready() }
    let utterances = [try await session.speak("Hello there"), try await session.speak("and again")]
    for utterance in utterances { #expect(try await recorder.end(of: utterance) == false) }
    for (what, failure) in [("start", await start), ("prepare", await preparation), ("ready", await devices)] {
      let error = try #require(failure as? VoiceError, "\(what)")
      #expect(error.code == .audioError, "\(what)")
      #expect(error.reason == .serviceUnresponsive, "\(what): \(error)")
    }
    // The limits are 3 s each; a hang would end in the time limit of the recorder.
    #expect(recorder.errors(of: utterances[0]).map(\.code) == [.audioError])

    #expect(await session.stopListening() == .empty)
    await session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    for utterance in utterances { #expect(recorder.ends(of: utterance) == [false]) }
    withExtendedLifetime(socket) {}
  }

  @Test("a stop and a close do not wait for a server that never answers")
  func muteStop() async throws {
    let socket = try MuteSocket()
    let session = VoiceSession(.standard(applicationName: "app", remote: socket.path))
    let start = Task { try await session.startListening() }
    let id = try await session.speak("Hello there")
    let recorder = EventRecorder<VoiceEvent>.recording(session.events)
    await session.cancelSpeech(id)
    #expect(try await recorder.end(of: id) == false)
    #expect(await session.stopListening().text.isEmpty)
    await session.close()
    await #expect(throws: (any Error).self) { try await start.value }
    withExtendedLifetime(socket) {}
  }

  @Test("without a server every command fails at once and says what is missing")
  func absent() async throws {
    let path = NSTemporaryDirectory() + "no-server-\(UUID().uuidString.prefix(8))"
    let session = VoiceSession(.standard(applicationName: "app", remote: path))
    let recorder = EventRecorder<VoiceEvent>.recording(session.events)
    // Refused, and not given up after a time, which would be `serviceUnresponsive`.
    for failure in [
      await Self.failure { _ = try await session.startListening() },
      await Self.failure { try await session.audioSession.ready() },
      await Self.failure { try await session.prepare() },
    ] {
      let error = try #require(failure as? VoiceError)
      #expect(error.code == .audioError)
      #expect(error.reason == .serviceUnavailable)
      #expect(error.message.contains(path))
    }
    let id = try await session.speak("Hello there")
    #expect(try await recorder.end(of: id) == false)
    await session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(recorder.errors(of: id).map(\.reason) == [.serviceUnavailable])
  }

  private static func failure(_ body: () async throws -> Void) async -> (any Error)? {
    do {
      try await body()
      return nil
    } catch {
      return error
    }
  }
}
