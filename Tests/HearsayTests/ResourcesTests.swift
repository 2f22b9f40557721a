// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("What a closed voice session leaves behind")
  struct ResourcesTests {
    // In a process of its own: the counts are of the whole process.
    @Test("a closed session leaves no thread, no descriptor and no node")
    func nothing() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let server = try await VirtualAudioServer.start(.init())
        // The first use of the libraries opens things for good: the voice's thread among them.
        for _ in 0..<2 { try await Life.live(on: server) }
        let threads = Life.threadNames()
        let descriptors = ProcessResources.fileDescriptorCount
        for _ in 0..<3 { try await Life.live(on: server) }
        _ = try await ProcessResources.wait(until: { Life.threadNames().count }, isAtMost: threads.count)
        _ = try await ProcessResources.wait(until: { ProcessResources.fileDescriptorCount }, isAtMost: descriptors)
        print("threads before: \(threads)")
        print("threads behind: \(Life.threadNames())")
        print("descriptors before: \(descriptors)")
        print("descriptors behind: \(ProcessResources.fileDescriptorCount)")
        print("node behind: \(try await server.nodeNames().contains("app"))")
        await server.stop()
      }
      let report = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      func number(_ name: String) -> Substring? {
        report.split(separator: "\n").first { $0.hasPrefix("\(name): ") }?.dropFirst(name.count + 2)
      }
      let threads = try #require(number("threads before"), "\(report)")
      #expect(number("threads behind") == threads, "\(report)")
      #expect(threads == "[\"espeak-ng\"]", "\(report)")
      let descriptors = try #require(number("descriptors before").flatMap { Int($0) }, "\(report)")
      let behind = try #require(number("descriptors behind").flatMap { Int($0) }, "\(report)")
      #expect(behind <= descriptors, "\(report)")
      #expect(number("node behind") == "false", "\(report)")
    }
  }
}

/// A session from its first command to its end.
private enum Life {
  static func live(on server: VirtualAudioServer) async throws {
    let session = VoiceSession(.standard(applicationName: "app", remote: server.socketPath))
    let recorder = EventRecorder<VoiceEvent>.recording(session.events)
    try await session.prepare()
    let id = try await session.startListening()
    let spoken = try await session.speak("One two")
    guard try await recorder.end(of: spoken) else { throw CocoaError(.featureUnsupported) }
    let nodes = try await server.nodeNames()
    #expect(nodes.contains("app"))
    // The second session and the second utterance run into the end.
    _ = await session.stopListening()
    _ = try await recorder.final(of: id)
    try await session.startListening()
    _ = try await session.speak(Texts.long)
    await session.close()
    _ = try await recorder.waitUntilFinished()
  }

  /// The names of the threads that somebody has named; the others belong to the pool, which comes and goes.
  static func threadNames() -> [String] {
    // The pool's threads are named by libdispatch; each process of the server has one that waits for its end.
    let own = name("self")
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [])
      .map { name("self/task/\($0)") }
      .filter { $0 != own && !$0.isEmpty && !$0.contains("-qos") && $0 != "child-wait" }.sorted()
  }

  private static func name(_ place: String) -> String {
    let text = try? String(contentsOfFile: "/proc/\(place)/comm", encoding: .utf8)
    return text?.trimmingCharacters(in: .newlines) ?? ""
  }
}
