// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A child process whose output goes to a file, so that no pipe can fill up and nobody has to read.
///
/// Its end is noticed by Foundation's own thread; waiting for it suspends a task and blocks no thread.
final class ChildProcess: Sendable {
  let name: String
  /// Where standard output and standard error went.
  let log: String

  private let process = Process()
  private let ended = Observed<Int32?>(nil)

  /// Starts the process.
  ///
  /// - Throws: `audio_error` when the system cannot start it.
  init(
    _ program: ServerProgram, _ arguments: [String], environment: [String: String], log: String, input: Pipe? = nil
  ) throws(VoiceError) {
    name = program.rawValue
    self.log = log
    process.executableURL = URL(fileURLWithPath: try program.path())
    process.arguments = arguments
    process.environment = environment
    if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
    guard FileManager.default.createFile(atPath: log, contents: nil), let output = FileHandle(forWritingAtPath: log)
    else {
      throw VoiceError(.audioError, .accessDenied, "The log file \(log) cannot be made; check the temporary folder.")
    }
    defer { try? output.close() }
    process.standardOutput = output
    process.standardError = output
    let ended = ended
    process.terminationHandler = { process in
      let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
      // Returns at once here, and lets go of the run-loop source that would keep the process object alive for ever.
      process.waitUntilExit()
      ended.update { $0 = status }
    }
    // A child inherits the signal mask of the thread that starts it, and the cooperative pool's threads block nearly
    // every signal: without this a child would never see SIGTERM.
    var none = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    do {
      try process.run()
    } catch {
      throw VoiceError(.audioError, .unspecified, "The program '\(name)' cannot be started: \(error).")
    }
  }

  var identifier: Int32 { process.processIdentifier }
  var hasEnded: Bool { ended.value != nil }
  /// What it has printed so far.
  ///
  /// Read by a handle: Foundation's shorter way leaks a buffer for each empty file.
  var output: String {
    guard let file = FileHandle(forReadingAtPath: log) else { return "" }
    defer { try? file.close() }
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// Sends a signal, unless the process has ended: its number may belong to another one by then.
  func signal(_ number: Int32) {
    guard !hasEnded else { return }
    kill(identifier, number)
  }

  /// The exit status, 128 + the signal's number for a killed process.
  ///
  /// - Throws: `CancellationError`, or `audio_error` (`timeLimit`) when it runs longer than `limit`.
  func exitStatus(within limit: Duration) async throws -> Int32 {
    let name = name
    return try await ended.wait(upTo: limit) { _ in
      "The program '\(name)' did not end"
    } _: {
      $0
    }
  }

  /// Asks the process to end, insists when it does not, and returns when it is gone; also in a cancelled task.
  func end() async {
    await Task {
      signal(SIGTERM)
      if (try? await exitStatus(within: .seconds(3))) != nil { return }
      await killNow()
    }.value
  }

  /// Kills the process and returns when it is gone; also in a cancelled task.
  func killNow() async {
    signal(SIGKILL)
    await Task { _ = try? await exitStatus(within: .seconds(10)) }.value
  }
}
