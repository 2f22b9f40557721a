// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct DemoCommandTests {
    @Test("the demonstration hears the sentence, says it, and hears itself, without an audio server")
    func demo() async throws {
      let outcome = try await RunningCommand.run(["demo", "--json"], environment: bareEnvironment)

      #expect(outcome.status == 0)
      let last = try #require(try outcome.objects().last)
      let payload = try #require(last["payload"] as? [String: any Sendable])
      #expect(last["event"] as? String == "hearsay://demo-report")
      #expect(payload["text"] as? String == Goforward.text)
      #expect((payload["heardPeak"] as? Double ?? 0) > 0.05)
      for stage in ["ready", "firstPartial", "final", "started", "spoken"] {
        #expect((payload["\(stage)Seconds"] as? Double ?? -1) > 0, "\(stage)")
      }
    }

    @Test("a signal ends the demonstration, and its server leaves no folder behind")
    func signal() async throws {
      let folder = try TemporaryFolder()
      var environment = bareEnvironment
      environment["TMPDIR"] = folder.path
      let command = try RunningCommand(["demo", "--json"], environment: environment)
      _ = try #require(try await command.event("ptt://listening-ready"))
      command.send(SIGINT)
      let outcome = try await command.outcome()

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    private var bareEnvironment: [String: String] {
      var environment = ProcessInfo.processInfo.environment
      environment["XDG_RUNTIME_DIR"] = nil
      return environment
    }
  }
}
