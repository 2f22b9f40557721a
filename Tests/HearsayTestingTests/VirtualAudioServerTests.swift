// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import Testing

@testable import HearsayTesting

// One after the other: each starts processes, and the machine has other work besides.
@Suite("VirtualAudioServer", .serialized)
struct VirtualAudioServerTests {
  /// Starts a server, runs `body`, and stops it however that ends.
  private func withServer(
    _ configuration: VirtualAudioServer.Configuration, _ body: (VirtualAudioServer) async throws -> Void
  ) async throws {
    let server = try await VirtualAudioServer.start(configuration)
    do {
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// The processes of this machine whose command line or environment names `path`.
  private func processes(naming path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter { number in
      let command = contents("/proc/\(number)/cmdline")
      let environment = contents("/proc/\(number)/environ")
      return [command, environment].contains { $0.range(of: Data(path.utf8)) != nil }
    }
  }

  /// The bytes of a file of the system, which says of each that it is empty; other ways to read one leak.
  private func contents(_ path: String) -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else { return Data() }
    defer { try? file.close() }
    return (try? file.readToEnd()) ?? Data()
  }

  /// A signal in which every sample is told from its neighbours, loud enough to be found in silence.
  private func signal(_ count: Int) -> [Float] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in Float.random(in: 0.1...0.9, using: &generator) }
  }

  @Test("a stopped server leaves no process and no directory", arguments: [false, true])
  func stopLeavesNothing(sessionManager: Bool) async throws {
    let server = try await VirtualAudioServer.start(.init(sessionManager: sessionManager))
    #expect(FileManager.default.fileExists(atPath: server.socketPath))
    #expect(server.socketPath.utf8.count < 108)
    #expect(try processes(naming: server.directoryPath).count == (sessionManager ? 3 : 2))

    await server.stop()

    #expect(try processes(naming: server.directoryPath).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: server.directoryPath))
    await server.stop()
  }

  @Test("a server that is let go without a stop kills its processes")
  func deinitKills() async throws {
    var server: VirtualAudioServer? = try await .start(.init(sessionManager: false, microphones: [], speakers: []))
    let path = try #require(server?.directoryPath)
    #expect(try processes(naming: path).count == 2)

    server = nil

    #expect(try await eventually { try processes(naming: path).isEmpty })
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a crash of the test process leaves no process and no directory")
  func crash() async throws {
    let note = NSTemporaryDirectory() + "hearsay-crash-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: note) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [note = note as String] in
      let server = try await VirtualAudioServer.start(.init(microphones: [], speakers: []))
      await server.suspendDaemon()
      try server.directoryPath.write(toFile: note, atomically: true, encoding: .utf8)
      kill(getpid(), SIGKILL)
      await server.stop()
    }
    let path = try String(contentsOfFile: note, encoding: .utf8)

    #expect(try await eventually { try processes(naming: path).isEmpty })
    #expect(try await eventually { !FileManager.default.fileExists(atPath: path) })
  }

  @Test("a cancelled start leaves nothing and throws")
  func cancelledStart() async throws {
    let task = Task { try await VirtualAudioServer.start() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }

  @Test("a sound played into a microphone is recorded from it sample by sample", arguments: [false, true])
  func playIntoMicrophone(sessionManager: Bool) async throws {
    // The longest cycle there is, so that a busy machine misses none.
    try await withServer(.init(sessionManager: sessionManager, quantum: 8192)) { server in
      let sound = signal(24_000)
      let recording = try await server.record("mic")
      let playing = try await server.play(sound, sampleRate: 48_000, into: "mic")

      try await playing.finished()
      try await recording.wait(forMoreFrames: 16_384)
      let heard = try await recording.stop()

      #expect(heard.sampleRate == 48_000)
      let start = try #require(heard.samples.firstIndex { $0 != 0 })
      let isSame = Array(heard.samples[start...].prefix(sound.count)) == sound
      #expect(isSame)
    }
  }

  @Test("what a program plays on a speaker is recorded from it", arguments: [false, true])
  func recordSpeaker(sessionManager: Bool) async throws {
    // The longest cycle there is, so that a busy machine misses none.
    try await withServer(.init(sessionManager: sessionManager, quantum: 8192)) { server in
      let sound = signal(24_000)
      let file = "\(server.directoryPath)/sound.wav"
      try WaveFile.write(sound + [Float](repeating: 0, count: 16_384), sampleRate: 48_000, to: file)
      let recording = try await server.record("speaker")

      let player = Process()
      player.executableURL = URL(fileURLWithPath: "/usr/bin/pw-cat")
      player.arguments = ["--playback", "--latency", "22ms", "--properties", "{ node.name = player }", file]
      player.environment = server.childEnvironment
      try player.run()
      if !sessionManager { try await server.link(output: "player", input: "speaker") }
      try await server.poll("the player did not end") { !player.isRunning }
      player.waitUntilExit()  // has ended; Foundation keeps the process object for ever without this call
      try await recording.wait(forMoreFrames: 16_384)
      let heard = try await recording.stop().samples

      let start = try #require(heard.firstIndex { $0 != 0 })
      let isSame = Array(heard[start...].prefix(sound.count)) == sound
      #expect(isSame)
    }
  }

  @Test("a muted microphone gives zeros, and sound again after the mute", arguments: [false, true])
  func mute(sessionManager: Bool) async throws {
    try await withServer(.init(sessionManager: sessionManager, speakers: [])) { server in
      let sound = [Float](repeating: 0.5, count: 12_000)
      func listen() async throws -> Float {
        let recording = try await server.record("mic")
        try await server.play(sound, sampleRate: 48_000, into: "mic").finished()
        return try await recording.stop().samples.max() ?? -1
      }
      #expect(try await listen() == 0.5)
      try await server.setMuted("mic", true)
      #expect(try await listen() == 0)
      try await server.setMuted("mic", false)
      #expect(try await listen() == 0.5)
    }
  }

  @Test("devices come and go, and the default follows the test", arguments: [false, true])
  func devicesAndDefaults(sessionManager: Bool) async throws {
    try await withServer(.init(sessionManager: sessionManager)) { server in
      #expect(try await server.currentDefaults() == ("mic", "speaker"))

      try await server.addMicrophone("headset")
      try await server.addSpeaker("headset-out")
      try await server.setDefaultMicrophone("headset")
      try await server.setDefaultSpeaker("headset-out")

      #expect(try await server.currentDefaults() == ("headset", "headset-out"))
      #expect(try await server.nodeNames().contains("headset"))

      try await server.removeMicrophone("headset")
      try await server.removeSpeaker("headset-out")

      #expect(try await !server.nodeNames().contains("headset"))
      await #expect(throws: VoiceError.self) { try await server.removeMicrophone("headset") }
      await #expect(throws: VoiceError.self) { try await server.addMicrophone("mic") }
      await #expect(throws: VoiceError.self) { try await server.addMicrophone("a b") }
    }
  }

  @Test("a restart after a crash brings the same socket, devices and defaults", arguments: [false, true])
  func restart(sessionManager: Bool) async throws {
    try await withServer(.init(sessionManager: sessionManager)) { server in
      try await server.addMicrophone("headset")
      try await server.setDefaultMicrophone("headset")

      await server.killDaemon()
      let error = await #expect(throws: VoiceError.self) { try await server.nodeNames() }
      #expect(error?.reason == .serviceUnavailable)

      try await server.restart()
      #expect(try await server.nodeNames().contains("mic"))
      #expect(try await server.currentDefaults() == ("headset", "speaker"))
      #expect(try processes(naming: server.directoryPath).count == (sessionManager ? 3 : 2))
    }
  }

  @Test("a frozen daemon answers nobody until it goes on")
  func freeze() async throws {
    try await withServer(.init(sessionManager: false)) { server in
      await server.suspendDaemon()
      let answer = Task { try await server.nodeNames() }
      let state = "/proc/\(await server.daemon?.identifier ?? 0)/stat"
      // A signal is sent at once and acts a moment later.
      try await server.poll("the daemon did not freeze") {
        String(decoding: contents(state), as: UTF8.self).contains(") T ")
      }

      await server.resumeDaemon()

      #expect(try await answer.value.contains("mic"))
    }
  }

  @Test("a stop ends a frozen daemon too")
  func stopFrozen() async throws {
    let server = try await VirtualAudioServer.start(.init(sessionManager: false))
    await server.suspendDaemon()
    await server.stop()
    #expect(try processes(naming: server.directoryPath).isEmpty)
  }

  @Test("the session manager can be killed alone, and the server be restarted")
  func killSessionManager() async throws {
    try await withServer(.init()) { server in
      await server.killSessionManager()
      #expect(try processes(naming: server.directoryPath).count == 2)
      #expect(try await server.nodeNames().contains("mic"))

      try await server.restart()
      #expect(try await server.currentDefaults() == ("mic", "speaker"))
    }
  }

  @Test("links can be taken away and given back")
  func unlink() async throws {
    try await withServer(.init(sessionManager: false)) { server in
      try await server.link(output: "mic", input: "speaker")
      #expect(try await server.links() == [.init(output: "mic:capture_MONO", input: "speaker:playback_MONO")])

      let taken = try await server.unlink("mic")
      #expect(try await server.links().isEmpty)

      try await server.relink(taken)
      #expect(try await server.links() == taken)
      await #expect(throws: VoiceError.self) { try await server.unlink("nobody") }
    }
  }

  @Test("a cancelled player ends and says so")
  func cancelPlaying() async throws {
    try await withServer(.init(sessionManager: false)) { server in
      let playing = try await server.play([Float](repeating: 0.1, count: 48_000 * 60), sampleRate: 48_000, into: "mic")
      await playing.cancel()
      #expect(try await !server.nodeNames().contains { $0.hasPrefix("hearsay-play") })
    }
  }

  @Test("a call begins and ends under the role policy")
  func call() async throws {
    try await withServer(.init(roles: true)) { server in
      try await server.beginCall()
      await #expect(throws: VoiceError.self) { try await server.beginCall() }
      await server.endCall()
      #expect(try await !server.nodeNames().contains("hearsay-call"))
    }
  }

  @Test("a client that may not touch anything is refused, as another is not")
  func denied() async throws {
    try await withServer(.init()) { server in
      let complaint = "no permission"
      func record(_ name: String, _ access: VirtualAudioServer.Access) throws -> ChildProcess {
        try server.processes.start(
          .cat, ["--record", "--properties", "{ node.name = \(name) }", "\(server.directoryPath)/\(name).wav"],
          environment: server.childEnvironment.merging(server.environment(access: access)) { $1 })
      }

      let refused = try record("refused", .denied)
      try await server.poll("the refusal did not come", while: refused) { refused.output.contains(complaint) }
      #expect(try await !server.nodeNames().contains("refused"))

      let admitted = try record("admitted", .granted)
      try await server.poll("the stream did not come", while: admitted) {
        try await server.nodeNames().contains("admitted")
      }
      #expect(!admitted.output.contains(complaint))
    }
  }

  @Test("the quantum can be forced and set free")
  func quantum() async throws {
    try await withServer(.init(sessionManager: false, quantum: 256)) { server in
      #expect(try await server.run(.metadata, ["-n", "settings", "0"]).contains("clock.force-quantum' value:'256'"))
      try await server.setQuantum(0)
      #expect(try await server.run(.metadata, ["-n", "settings", "0"]).contains("clock.force-quantum' value:'0'"))
    }
  }

  @Test("four servers run side by side")
  func parallel() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        group.addTask {
          try await self.withServer(.init(sessionManager: index % 2 == 0, microphones: ["mic\(index)"])) { server in
            let microphones = try await server.nodeNames().filter { $0.hasPrefix("mic") }
            #expect(microphones == ["mic\(index)"])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
