// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore

/// The built program `hearsay`, running, seen from outside.
final class RunningCommand: Sendable {
  /// What a program that has ended leaves.
  struct Outcome: Sendable {
    /// The exit code; 128 + the number for a signal.
    let status: Int32
    /// Everything on stdout.
    let output: String
    /// Everything on stderr.
    let errors: String

    /// The lines of stdout.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The lines of stdout as JSON objects; throws when one is none.
    func objects() throws -> [[String: any Sendable]] { try lines.map(RunningCommand.object) }
  }

  private struct State {
    var output = Data()
    var errors = Data()
    var openPipes = 2
    var status: Int32?
  }

  private let process = Process()
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()
  private let state = Locked(State())
  private let changed = WakeSignal()

  /// Starts the program; its environment is that of the test unless given.
  init(_ arguments: [String], environment: [String: String]? = nil, input: FileHandle = .nullDevice) throws {
    process.executableURL = try Self.executable()
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = input
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.terminationHandler = { [state, changed] process in
      let base: Int32 = process.terminationReason == .exit ? 0 : 128
      state.withLock { $0.status = base + process.terminationStatus }
      changed.signal()
    }
    follow(outputPipe) { $0.output += $1 }
    follow(errorPipe) { $0.errors += $1 }
    try process.run()
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: FileHandle = .nullDevice
  ) async throws -> Outcome {
    try await RunningCommand(arguments, environment: environment, input: input).outcome()
  }

  /// Waits for the end.
  func outcome() async throws -> Outcome {
    try await wait { $0.openPipes == 0 ? $0.status : nil }.map { status in
      state.withLock {
        Outcome(
          status: status, output: String(decoding: $0.output, as: UTF8.self),
          errors: String(decoding: $0.errors, as: UTF8.self))
      }
    } ?? Outcome(status: -1, output: "", errors: "")
  }

  /// Waits until stdout has an event of that name, and returns its payload; `nil` when the program ends without.
  func event(_ name: String) async throws -> [String: any Sendable]? {
    try await wait { state -> [String: any Sendable]?? in
      // The last line may be incomplete.
      let lines = String(decoding: state.output, as: UTF8.self).components(separatedBy: "\n").dropLast()
      for line in lines {
        guard let object = try? Self.object(line), object["event"] as? String == name else { continue }
        return object["payload"] as? [String: any Sendable]
      }
      return state.status != nil && state.openPipes == 0 ? .some(nil) : nil
    } ?? nil
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Closes our end of its stdout, as `head` does.
  func closeOutput() {
    outputPipe.fileHandleForReading.readabilityHandler = nil
    try? outputPipe.fileHandleForReading.close()
    state.withLock { $0.openPipes -= 1 }
    changed.signal()
  }

  static func object(_ line: String) throws -> [String: any Sendable] {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let object = value as? [String: any Sendable] else { throw CocoaError(.propertyListReadCorrupt) }
    return object
  }

  // MARK: -

  private func follow(_ pipe: Pipe, _ append: @escaping @Sendable (inout State, Data) -> Void) {
    pipe.fileHandleForReading.readabilityHandler = { [state, changed] handle in
      let block = handle.availableData
      if block.isEmpty { handle.readabilityHandler = nil }
      state.withLock { state in
        append(&state, block)
        if block.isEmpty { state.openPipes -= 1 }
      }
      changed.signal()
    }
  }

  /// Waits until `look` finds something; kills the program when the test is cancelled.
  private func wait<Value: Sendable>(_ look: @Sendable (State) -> Value?) async throws -> Value? {
    while true {
      if let found = state.withLock({ look($0) }) { return found }
      if Task.isCancelled {
        send(SIGKILL)
        throw CancellationError()
      }
      await changed.wait()
    }
  }

  /// The program lies beside the test bundle.
  private static func executable() throws -> URL {
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    for start in [own, URL(fileURLWithPath: CommandLine.arguments[0])] {
      let candidate = start.deletingLastPathComponent().appendingPathComponent("hearsay")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "hearsay, beside \(own.path)"])
  }
}
