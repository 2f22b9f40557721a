// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearsayCommand

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct CommandUsageTests {
    @Test("the help of every verb ends with 0 and mentions every option", arguments: Program.verbNames)
    func help(of name: String) async throws {
      let verb = try #require(Program.verbs.first { $0.name == name })

      let outcome = try await RunningCommand.run([name, "--help"])

      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.output.hasPrefix("Usage: hearsay \(name)"))
      for option in verb.options + CommandOption.common { #expect(outcome.output.contains("  \(option.spelling)  ")) }
    }

    @Test("the program's help names every verb, and the version is one line")
    func programHelp() async throws {
      let help = try await RunningCommand.run(["--help"])
      #expect(help.status == 0)
      for verb in Program.verbs { #expect(help.output.contains("  \(verb.name) ")) }

      let version = try await RunningCommand.run(["--version"])
      #expect(version.status == 0)
      #expect(version.output == "hearsay \(Program.version)\n")
    }

    @Test(
      "a command line that cannot be understood ends with 64 and one sentence that names the word",
      arguments: [
        ([], "verb"), (["sing"], "'sing'"), (["--nope"], "'--nope'"), (["listen", "--nope"], "'--nope'"),
        (["listen", "now"], "'now'"), (["listen", "--for", "long"], "'long'"), (["listen", "--engine", "x"], "'x'"),
        (["say"], "text"), (["say", "--rate", "9", "hi"], "'9'"), (["say", " "], "empty"),
        (["transcribe"], "file"), (["transcribe", "--raw-rate", "x", "-"], "'x'"),
        (["demo", "--live", "--file", "x"], "--live"),
      ])
    func usage(words: [String], name: String) async throws {
      let outcome = try await RunningCommand.run(words)

      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("hearsay: ") && outcome.errors.contains(name))
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("with JSON a usage error is an event as well")
    func usageEvent() async throws {
      let outcome = try await RunningCommand.run(["devices", "--json", "--nope"])

      #expect(outcome.status == 64)
      let object = try #require(try outcome.objects().first)
      let payload = try #require(object["payload"] as? [String: any Sendable])
      #expect(object["event"] as? String == "ptt://error")
      #expect(payload["code"] as? String == "invalid_argument")
    }

    @Test(
      "without an audio server each verb that needs one ends with 69 and says so",
      arguments: [
        ["listen", "--for", "1"], ["say", "hello"], ["devices"], ["monitor"], ["demo", "--live"],
      ])
    func noServer(words: [String]) async throws {
      let folder = try TemporaryFolder()
      var environment = ProcessInfo.processInfo.environment
      environment["XDG_RUNTIME_DIR"] = folder.path
      environment["PIPEWIRE_RUNTIME_DIR"] = folder.path
      environment["PIPEWIRE_REMOTE"] = nil

      let plain = try await RunningCommand.run(words, environment: environment)
      #expect(plain.status == 69)
      #expect(plain.output == "" || words[0] == "demo")
      #expect(plain.errors.hasPrefix("hearsay: ") && plain.errors.contains("PipeWire"))

      let events = try await RunningCommand.run(words + ["--json"], environment: environment)
      #expect(events.status == 69)
      let last = try #require(try events.objects().last)
      #expect(last["event"] as? String == "ptt://error")
      #expect((last["payload"] as? [String: any Sendable])?["code"] as? String == "audio_error")
    }

    @Test("the doctor finds the missing server, and still looks at the model and the voices")
    func doctor() async throws {
      let folder = try TemporaryFolder()
      var environment = ProcessInfo.processInfo.environment
      environment["PIPEWIRE_RUNTIME_DIR"] = folder.path

      let outcome = try await RunningCommand.run(["doctor", "--json"], environment: environment)

      #expect(outcome.status == 69)
      let findings = try outcome.objects()
      #expect(findings.map { $0["check"] as? String } == ["audio server", "model", "voices"])
      #expect(findings.map { $0["ok"] as? Bool } == [false, true, true])
    }
  }
}
