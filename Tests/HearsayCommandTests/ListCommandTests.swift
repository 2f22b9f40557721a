// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayTesting
import Testing

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct ListCommandTests {
    @Test("every voice is one object with its id, name, language and gender")
    func voices() async throws {
      let outcome = try await RunningCommand.run(["voices", "--json"])

      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let voices = try outcome.objects()
      #expect(voices.count > 50)
      for voice in voices {
        for key in ["id", "name", "language", "gender"] { #expect(voice[key] is String) }
      }
    }

    @Test("voices of a language include its varieties and no other language")
    func language() async throws {
      let all = try await RunningCommand.run(["voices", "--language", "EN", "--json"])
      let languages = try all.objects().compactMap { $0["language"] as? String }
      #expect(languages.count > 1)
      #expect(languages.allSatisfy { $0 == "en" || $0.hasPrefix("en-") })

      let none = try await RunningCommand.run(["voices", "--language", "xx"])
      #expect(none.status == 0)
      #expect(none.output.isEmpty && none.errors.contains("'xx'"))
    }

    @Test("the devices and the defaults of the server are listed")
    func devices() async throws {
      let server = try await VirtualAudioServer.start(
        .init(microphones: ["mic", "second-mic"], speakers: ["speaker"]))
      let events = try await RunningCommand.run(["devices", "--json"], environment: server.childEnvironment)
      let plain = try await RunningCommand.run(["devices"], environment: server.childEnvironment)
      await server.stop()

      #expect(events.status == 0)
      let devices = try events.objects()
      #expect(devices.map { $0["name"] as? String } == ["mic", "second-mic", "speaker"])
      #expect(devices.map { $0["direction"] as? String } == ["input", "input", "output"])
      #expect(devices.map { $0["isDefault"] as? Bool } == [true, false, true])
      #expect(plain.lines.map { $0.hasPrefix("*") } == [true, false, true])
    }

    @Test("the monitor tells of a device that comes and goes, and ends with a signal")
    func monitor() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["monitor", "--json"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://state"))
      try await server.addMicrophone("late-mic")
      let change = try #require(try await command.event("ptt://route-changed"))
      command.send(SIGTERM)
      let outcome = try await command.outcome()
      await server.stop()

      #expect(change["reason"] as? String == "newDeviceAvailable")
      #expect((change["device"] as? [String: any Sendable])?["name"] as? String == "late-mic")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }

    @Test("a reader of the output that goes away ends the program quietly")
    func closedOutput() async throws {
      let server = try await VirtualAudioServer.start()
      let waiting = try RunningCommand(["monitor", "--json"], environment: server.childEnvironment)
      _ = try #require(try await waiting.event("ptt://state"))
      waiting.closeOutput()
      let quiet = try await waiting.outcome()
      await server.stop()
      #expect(quiet.status == 0)
      #expect(quiet.errors == "")

      let writing = try RunningCommand(["voices", "--json"])
      writing.closeOutput()
      let broken = try await writing.outcome()
      #expect(broken.status == 0)
      #expect(broken.errors == "")
    }
  }
}
