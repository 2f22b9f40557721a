// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import HearsayCore
import Testing

@testable import HearsayCommand

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct ProfileCommandTests {
    @Test("every stage is measured, traced and drawn")
    func profile() async throws {
      let folder = try TemporaryFolder()
      let trace = folder.path + "/trace.json"
      let page = folder.path + "/page.html"
      var environment = ProcessInfo.processInfo.environment
      environment["XDG_RUNTIME_DIR"] = nil
      let outcome = try await RunningCommand.run(
        ["profile", "--json", "--quantum", "1024", "--trace", trace, "--html", page], environment: environment)

      #expect(outcome.status == 0, "\(outcome.errors)")
      let objects = try outcome.objects()
      let payloads = objects.compactMap { $0["payload"] as? [String: any Sendable] }
      let paths = payloads.compactMap { $0["path"] as? String }
      #expect(paths == LatencyPath.allCases.map(\.rawValue))
      for payload in payloads.dropLast() {
        let least = try #require(payload["minSeconds"] as? Double)
        let most = try #require(payload["maxSeconds"] as? Double)
        let median = try #require(payload["medianSeconds"] as? Double)
        #expect(least >= 0 && least <= median && median <= most, "\(payload)")
      }
      let run = try #require(payloads.last)
      #expect(run["quantum"] as? Int == 1024)
      #expect((run["audioSeconds"] as? Double ?? 0) > 2.5)
      #expect((run["realTimeFactor"] as? Double ?? 0) > 0)

      let contents = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: trace)))
      let events = try #require((contents as? [String: Any])?["traceEvents"] as? [[String: Any]])
      let names = Set(events.compactMap { $0["name"] as? String })
      #expect(names.isSuperset(of: ["thread_name", "captured", "in the ring", "decode", "stop to final", "heard"]))
      #expect(names.contains(Goforward.text))
      let spans = events.filter { $0["ph"] as? String == "X" }
      #expect(spans.count > 300)
      #expect(spans.allSatisfy { ($0["dur"] as? Double ?? -1) >= 0 && ($0["ts"] as? Double ?? -1) >= 0 })

      let html = try Data(contentsOf: URL(fileURLWithPath: page))
      #expect(XMLParser(data: html).parse())
      let text = String(decoding: html, as: UTF8.self)
      #expect(text.contains("\(Goforward.text)</text>"))
      #expect(!text.contains("http"))
    }

    @Test("a place where nothing can be written is named")
    func unwritable() async throws {
      var environment = ProcessInfo.processInfo.environment
      environment["XDG_RUNTIME_DIR"] = nil
      let outcome = try await RunningCommand.run(
        ["profile", "--say", "", "--html", "/nonexistent/page.html"], environment: environment)
      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("/nonexistent/page.html"))
    }

    @Test("what is markup in a text is none in the page")
    func escaping() {
      #expect(ProfilePage.escaped("a<b>&\"c\"\u{1}é") == "a&lt;b&gt;&amp;&quot;c&quot; é")
    }
  }
}
