// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayFiles
import HearsayTesting
import Testing

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct SayCommandTests {
    private static let long = Array(repeating: "this sentence goes on and on", count: 40).joined(separator: ", ")

    @Test("what is said comes out of the speaker, and nothing is printed")
    func heard() async throws {
      let server = try await VirtualAudioServer.start()
      let recording = try await server.record("speaker")
      let outcome = try await RunningCommand.run(["say", "hello", "world"], environment: server.childEnvironment)
      let heard = try await recording.stop()
      await server.stop()

      #expect(outcome.status == 0)
      #expect(outcome.output == "" && outcome.errors == "")
      #expect(AudioLevel(of: heard.samples).peak > 0.05)
      #expect(heard.samples.count { abs($0) > 0.001 } > heard.sampleRate / 5)
    }

    @Test("the text of stdin is spoken on the device that was named, and the events are printed")
    func device() async throws {
      let server = try await VirtualAudioServer.start(.init(speakers: ["speaker", "second"]))
      let (named, other) = (try await server.record("second"), try await server.record("speaker"))
      let input = Pipe()
      input.fileHandleForWriting.write(Data("one two three".utf8))
      try input.fileHandleForWriting.close()
      let outcome = try await RunningCommand.run(
        ["say", "-", "--device", "second", "--json"], environment: server.childEnvironment,
        input: input.fileHandleForReading)
      let (heard, silent) = (try await named.stop(), try await other.stop())
      await server.stop()

      #expect(outcome.status == 0)
      let objects = try outcome.objects().filter { ($0["event"] as? String)?.hasPrefix("ptt://tts-") == true }
      let names = objects.compactMap { $0["event"] as? String }
      #expect(names.first == "ptt://tts-started" && names.last == "ptt://tts-ended")
      #expect(names.count { $0 == "ptt://tts-word" } == 3)
      #expect((objects.last?["payload"] as? [String: any Sendable])?["finished"] as? Bool == true)
      #expect(AudioLevel(of: heard.samples).peak > 0.05)
      #expect(AudioLevel(of: silent.samples).peak < 0.001)
    }

    @Test("a signal silences the speech, which still has its one end")
    func signal() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["say", Self.long, "--json"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://tts-started"))
      command.send(SIGINT)
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 0)
      let ends = try outcome.objects().filter { $0["event"] as? String == "ptt://tts-ended" }
      #expect(ends.count == 1)
      #expect((ends.first?["payload"] as? [String: any Sendable])?["finished"] as? Bool == false)
    }

    @Test("a lost server ends the speech with its end, the error and 69")
    func lostServer() async throws {
      let server = try await VirtualAudioServer.start()
      let command = try RunningCommand(["say", Self.long, "--json"], environment: server.childEnvironment)
      _ = try #require(try await command.event("ptt://tts-started"))
      await server.killDaemon()
      let outcome = try await command.outcome()
      await server.stop()

      #expect(outcome.status == 69)
      let names = try outcome.objects().compactMap { $0["event"] as? String }
      #expect(names.count { $0 == "ptt://tts-ended" } == 1)
      #expect(names.count { $0 == "ptt://error" } == 1)
      #expect(outcome.errors.hasPrefix("hearsay: "))
    }

    @Test("a file is written whole, without an audio server, and faster speech makes it shorter")
    func file() async throws {
      let folder = try TemporaryFolder()
      func length(_ name: String, _ options: [String]) async throws -> Duration {
        let words = ["say", "go forward ten meters", "--output", folder.file(name)] + options
        let outcome = try await RunningCommand.run(words, environment: ["PIPEWIRE_RUNTIME_DIR": folder.path])
        #expect(outcome.status == 0)
        #expect(outcome.output == "" && outcome.errors == "")
        return try #require(try await AudioFileReader.open(folder.file(name)).duration)
      }

      let normal = try await length("normal.wav", [])
      let fast = try await length("fast.wav", ["--rate", "2", "--pitch", "1.2", "--volume", "0.5"])

      #expect(normal > .seconds(1))
      #expect(fast < normal * 0.8)
    }

    @Test("a voice, an extension or a folder that does not exist is named, and no file is left")
    func refused() async throws {
      let folder = try TemporaryFolder()
      for (words, name, status) in [
        (["--voice", "nobody", "--output", folder.file("a.wav")], "nobody", 64),
        (["--output", folder.file("a.xyz")], "a.xyz", 64),
        (["--output", folder.file("missing/a.wav")], "missing", 66),
      ] {
        let outcome = try await RunningCommand.run(["say", "hello"] + words)
        #expect(outcome.status == Int32(status))
        #expect(outcome.errors.contains(name))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}
