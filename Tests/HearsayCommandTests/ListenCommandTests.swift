// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayTesting
import Testing

extension CommandTests {
  @Suite(.timeLimit(.minutes(3))) struct ListenCommandTests {
    /// Plays the sentence into the microphone, to its end.
    private func play(into server: VirtualAudioServer) async throws {
      let playing = try await server.play(try Goforward.samples(), sampleRate: Goforward.sampleRate, into: "mic")
      try await playing.finished()
    }

    @Test("what was said is the one final at a signal, and the exit code is 0", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signal(_ signal: Int32) async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["listen", "--json"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://listening-ready"))
      try await play(into: server)
      command.send(signal)
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 0)
      let objects = try outcome.objects()
      let texts = objects.filter { $0["event"] as? String == "ptt://transcript-final" }
        .map { ($0["payload"] as? [String: any Sendable])?["text"] as? String }
      #expect(texts == [Goforward.text])
      #expect(objects.count { $0["event"] as? String == "ptt://transcript-partial" } > 1)
    }

    @Test("without a terminal only the final is printed, at the end of the time")
    func limit() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(
        ["listen", "--for", "10", "--device", "mic"], environment: server.childEnvironment)
      // The stream is linked as soon as frames can flow, and from then on nothing is lost.
      #expect(try await eventually { try await server.links().contains { $0.output.hasPrefix("mic:") } })
      try await play(into: server)
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 0)
      #expect(outcome.output == "\(Goforward.text)\n")
    }

    @Test("nothing said gives an empty final and no error")
    func silence() async throws {
      let server = try await VirtualAudioServer.start()
      let outcome = try await RunningCommand.run(["listen", "--for", "0.2"], environment: server.childEnvironment)
      await server.stop()

      #expect(outcome.status == 0)
      #expect(outcome.output == "\n")
      // A busy machine may lose some of the silence, and has to say so.
      #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.contains("frames of audio were lost") })
    }

    @Test("a lost server ends the session with its final, the error and 69")
    func lostServer() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["listen", "--json"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://listening-ready"))
      try await play(into: server)
      await server.killDaemon()
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 69)
      let objects = try outcome.objects()
      let final = try #require(objects.first { $0["event"] as? String == "ptt://transcript-final" })
      let error = try #require(objects.first { $0["event"] as? String == "ptt://error" })
      #expect((final["payload"] as? [String: any Sendable])?["text"] as? String == Goforward.text)
      #expect((error["payload"] as? [String: any Sendable])?["code"] as? String == "interrupted")
      #expect(outcome.errors.hasPrefix("hearsay: "))
    }

    @Test("an unplugged microphone ends the session with its final, the error and 69")
    func unpluggedDevice() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["listen", "--json", "--device", "mic"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://listening-ready"))
      try await server.removeMicrophone("mic")
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 69)
      let error = try #require(try outcome.objects().first { $0["event"] as? String == "ptt://error" })
      #expect((error["payload"] as? [String: any Sendable])?["code"] as? String == "route_changed")
    }

    @Test("a device that does not exist ends with 69 and is named")
    func unknownDevice() async throws {
      let server = try await VirtualAudioServer.start()
      let outcome = try await RunningCommand.run(
        ["listen", "--device", "no-such-mic"], environment: server.childEnvironment)
      await server.stop()

      #expect(outcome.status == 69)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("no-such-mic"))
    }

    @Test("a server that denies access ends the program with 77")
    func denied() async throws {
      let server = try await VirtualAudioServer.start()
      let environment = server.childEnvironment.merging(server.environment(access: .denied)) { $1 }
      let outcome = try await RunningCommand.run(["listen", "--for", "1"], environment: environment)
      await server.stop()

      #expect(outcome.status == 77)
      #expect(outcome.errors.hasPrefix("hearsay: "))
    }

    @Test("all is well for the doctor on a server with devices")
    func doctor() async throws {
      let server = try await VirtualAudioServer.start()
      let outcome = try await RunningCommand.run(["doctor"], environment: server.childEnvironment)
      await server.stop()

      #expect(outcome.status == 0)
      #expect(outcome.lines.count == 6)
      #expect(outcome.lines.allSatisfy { $0.contains("  OK  ") })
    }
  }
}
