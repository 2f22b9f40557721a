// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
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
    var status: Int32?
  }

  private let identifier: pid_t
  private let poke: Int32
  private let state = Locked(State())
  private let changed = WakeSignal()

  /// Starts the program; its environment is that of the test unless given.
  ///
  /// By hand: `Process` now and then misses the end of one of many children that start at the same moment.
  init(_ arguments: [String], environment: [String: String]? = nil, input: FileHandle = .nullDevice) throws {
    let (output, errors, wake, poke) = (try Self.pipe(), try Self.pipe(), try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.fileDescriptor, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)
    let path = try Self.executable()
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var pairs = variables.map { strdup($0) } + [nil]
    defer { for word in words + pairs { free(word) } }
    var started: pid_t = 0
    let result = posix_spawn(&started, path, &actions, nil, &words, &pairs)
    close(output.write)
    close(errors.write)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    identifier = started
    self.poke = poke.write
    Thread { [identifier] in Self.reap(identifier, wake.write) }.start()
    Thread { [self] in follow(output.read, errors.read, wake.read, poke.read) }.start()
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: FileHandle = .nullDevice
  ) async throws -> Outcome {
    try await RunningCommand(arguments, environment: environment, input: input).outcome()
  }

  /// Waits for the end.
  func outcome() async throws -> Outcome {
    try await wait { $0.status }.map { status in
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
      return state.status != nil ? .some(nil) : nil
    } ?? nil
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  deinit { close(poke) }

  /// Closes our end of its stdout, as `head` does: left to the thread that polls it and so keeps it open.
  func closeOutput() {
    var byte: UInt8 = 0
    _ = write(poke, &byte, 1)
  }

  static func object(_ line: String) throws -> [String: any Sendable] {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let object = value as? [String: any Sendable] else { throw CocoaError(.propertyListReadCorrupt) }
    return object
  }

  // MARK: -

  /// Waits for the end, and hands the status on through a pipe that can be polled beside the others.
  private static func reap(_ identifier: pid_t, _ wake: Int32) {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    var code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    _ = write(wake, &code, MemoryLayout<Int32>.size)
    close(wake)
  }

  /// Reads what the program prints; after its end only what is there, since a grandchild may keep the pipes open.
  private func follow(_ output: Int32, _ errors: Int32, _ wake: Int32, _ poke: Int32) {
    var files = [output, errors, wake, poke].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while files[2].revents == 0 {
      poll(&files, 4, -1)
      // A negative file is one that `poll` leaves out.
      if files[3].revents != 0, files[3].fd >= 0 {
        close(output)
        files[0].fd = -1
        files[3].fd = -1
      }
      if files[0].fd >= 0, !drain(output, { $0.output += $1 }) { files[0].fd = -1 }
      if files[1].fd >= 0, !drain(errors, { $0.errors += $1 }) { files[1].fd = -1 }
      changed.signal()
    }
    var code: Int32 = -1
    _ = read(wake, &code, MemoryLayout<Int32>.size)
    if files[3].fd >= 0 { close(output) }
    for file in [errors, wake, poke] { close(file) }
    state.withLock { $0.status = code }
    changed.signal()
  }

  /// Reads what is there; returns whether more can come.
  private func drain(_ file: Int32, _ append: (inout State, Data) -> Void) -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &block, block.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      state.withLock { append(&$0, Data(block[..<count])) }
    }
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
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
  private static func executable() throws -> String {
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    for start in [own, URL(fileURLWithPath: CommandLine.arguments[0])] {
      let candidate = start.deletingLastPathComponent().appendingPathComponent("hearsay").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "hearsay, beside \(own.path)"])
  }
}
