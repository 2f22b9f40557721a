// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import Hearsay
internal import HearsayCore
internal import HearsayTesting

/// A process with a prepared session that nobody uses, on a private audio server: how often it wakes up, what it holds.
struct IdleScenario: Scenario {
  static let name = "idle"
  /// What makes this program the process that is watched; the server's socket follows.
  static let childArgument = "--idle-session"
  private static let seconds = 10

  init(_ settings: BenchmarkSettings) {}

  /// In processes of their own, because the server's helpers wake this one.
  func run() async throws -> [Measurement] {
    let server = try await VirtualAudioServer.start()
    let ours: Watched
    let plain: Watched
    do {
      async let prepared = Self.watched(server.socketPath)
      async let idle = Self.watched("")
      (ours, plain) = try await (prepared, idle)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return [
      Measurement("wake-ups with a prepared, idle session", unit: "/s", ours.wakeUps),
      // Swift's thread pool on Linux looks after its workers once a second.
      Measurement("wake-ups of a process that does nothing", unit: "/s", plain.wakeUps),
      Measurement(
        "wake-ups that are the session's", unit: "/s", zip(ours.wakeUps, plain.wakeUps).map { max(0, $0 - $1) }),
      Measurement("peak memory with a prepared session", unit: "MB", [ours.peakMegabytes]),
      Measurement("peak memory of a process that does nothing", unit: "MB", [plain.peakMegabytes]),
    ]
  }

  private struct Watched {
    let wakeUps: [Double]
    let peakMegabytes: Double
  }

  @concurrent private static func watched(_ socket: String) async throws -> Watched {
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = [childArgument, socket]
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 3 else { throw BenchmarkFailure("The idle process could not be watched: \(text)") }
    return Watched(wakeUps: Array(numbers.dropLast()), peakMegabytes: numbers[2])
  }

  /// Prepares a session on the server at `socket`, or none when it is empty, and prints how often a second the process
  /// woke up, twice, and how many megabytes of memory it had at most.
  static func watch(_ socket: String) async throws {
    let session = socket.isEmpty ? nil : VoiceSession(.standard(remote: socket))
    try await session?.prepare()
    let thread = DedicatedThread(name: "bench-wait")
    // Until what the start has set going is over: the pool's threads end after five seconds without work.
    await wait(12, thread)
    for _ in 0..<2 {
      let before = ProcessUsage.now.wakeUps
      await wait(seconds, thread)
      // One of them is this wait's own, and one wakes the task that waited.
      print(Double(max(0, ProcessUsage.now.wakeUps - before - 2)) / Double(seconds), terminator: " ")
    }
    print(Double(ProcessUsage.now.peakMemory) / 1e6)
    await thread.retire()
    await session?.close()
  }

  /// Not `Task.sleep`, which wakes up once a second on Linux.
  private static func wait(_ seconds: Int, _ thread: DedicatedThread) async {
    await thread.result {
      var time = timespec(tv_sec: seconds, tv_nsec: 0)
      unsafe nanosleep(&time, nil)
    }
  }
}
