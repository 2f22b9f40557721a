// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import Hearsay
internal import HearsayCore
internal import HearsayTesting

/// A process with a prepared session that nobody uses, on a private audio server: how often it wakes up.
struct IdleScenario: Scenario {
  static let name = "idle"
  /// What makes this program the process that is watched; the server's socket follows.
  static let childArgument = "--idle-session"
  private static let seconds = 10

  init(_ settings: BenchmarkSettings) {}

  /// In processes of their own, because the server's helpers wake this one.
  func run() async throws -> [Measurement] {
    let server = try await VirtualAudioServer.start()
    let ours: [Double]
    let plain: [Double]
    do {
      async let prepared = Self.rates(of: server.socketPath)
      async let idle = Self.rates(of: "")
      (ours, plain) = try await (prepared, idle)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return [
      Measurement("wake-ups with a prepared, idle session", unit: "/s", ours),
      // Swift's thread pool on Linux looks after its workers once a second.
      Measurement("wake-ups of a process that does nothing", unit: "/s", plain),
      Measurement("wake-ups that are the session's", unit: "/s", zip(ours, plain).map { max(0, $0 - $1) }),
    ]
  }

  @concurrent private static func rates(of socket: String) async throws -> [Double] {
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = [childArgument, socket]
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let rates = text.split(separator: " ").compactMap { Double($0) }
    guard rates.count == 2 else { throw BenchmarkFailure("The idle process could not be watched: \(text)") }
    return rates
  }

  /// Prepares a session on the server at `socket`, or none when it is empty, and prints how often a second the process
  /// woke up, twice.
  static func watch(_ socket: String) async throws {
    let session = socket.isEmpty ? nil : VoiceSession(.standard(remote: socket))
    try await session?.prepare()
    let thread = DedicatedThread(name: "bench-wait")
    // Until what the start has set going is over: the pool's threads end after five seconds without work.
    await wait(12, thread)
    for _ in 0..<2 {
      let before = sleeps
      await wait(seconds, thread)
      // One of them is this wait's own, and one wakes the task that waited.
      print(Double(max(0, sleeps - before - 2)) / Double(seconds), terminator: " ")
    }
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

  /// How often a thread of the process went to sleep.
  private static var sleeps: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw
  }
}
