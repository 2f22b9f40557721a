// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// The children of one server and its directory; takes both away at the latest when it is let go.
final class ServerProcesses: Sendable {
  private let directory: ServerDirectory
  private let children = Locked<[ChildProcess]>([])
  private let watch: ServerGuard

  init(directory: ServerDirectory) throws(VoiceError) {
    self.directory = directory
    watch = try ServerGuard(directory)
  }

  deinit {
    // The last resort for a test that forgot to stop its server: nothing here can wait.
    for child in children.withLock({ $0 }) { child.signal(SIGKILL) }
    directory.remove()
  }

  /// Starts a child that ends with the server.
  func start(
    _ program: ServerProgram, _ arguments: [String], environment: [String: String]
  ) throws(VoiceError) -> ChildProcess {
    let child = try ChildProcess(
      program, arguments, environment: environment, log: directory.newLog(of: program.rawValue))
    children.withLock { children in
      children.removeAll { $0.hasEnded }
      children.append(child)
    }
    return child
  }

  /// Runs a tool to its end and returns what it printed.
  ///
  /// - Throws: `audio_error` with its output when it fails, or when it does not end within 30 s.
  func run(_ program: ServerProgram, _ arguments: [String], environment: [String: String]) async throws -> String {
    let child = try start(program, arguments, environment: environment)
    let status: Int32
    do {
      status = try await child.exitStatus(within: .seconds(30))
    } catch {
      await child.killNow()
      throw error
    }
    let output = child.output
    try? FileManager.default.removeItem(atPath: child.log)
    guard status == 0 else {
      let command = ([program.rawValue] + arguments).joined(separator: " ")
      throw VoiceError(
        .audioError, .serviceUnavailable, "The command '\(command)' failed with status \(status): \(output)",
        underlying: .init(domain: program.rawValue, number: Int(status), text: output))
    }
    return output
  }

  /// Ends every child, the newest first, and returns when all are gone.
  func endAll() async {
    for child in children.withLock({ $0 }).reversed() {
      child.signal(SIGCONT)
      await child.end()
    }
    children.withLock { $0.removeAll { $0.hasEnded } }
  }

  /// Ends every child and the guard, which takes the directory away; nothing can be started afterwards.
  func close() async {
    await endAll()
    await watch.dismiss()
    directory.remove()
  }
}
