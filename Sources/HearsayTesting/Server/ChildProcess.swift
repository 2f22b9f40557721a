// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A child process whose output goes to a file, so that no pipe can fill up and nobody has to read.
///
/// It gets nothing of this process but the three standard files it is given: a child that kept another file open would
/// keep alive what is told by the closing of it. Its end is waited for by a thread, since Foundation's `Process` misses
/// the end of a child while another one, started at the same moment, still runs.
final class ChildProcess: Sendable {
  let name: String
  /// Where standard output and standard error went.
  let log: String
  let identifier: Int32

  private let ended: Observed<Int32?>

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - program: What to run.
  ///   - arguments: Its arguments.
  ///   - environment: Its whole environment.
  ///   - log: The file for its output.
  ///   - input: Its standard input; nothing unless given.
  ///   - isDetached: Whether it is a process group of its own, so that no key that ends a program ends it.
  /// - Throws: `audio_error` when the system cannot start it.
  init(
    _ program: ServerProgram, _ arguments: [String], environment: [String: String], log: String, input: Int32? = nil,
    isDetached: Bool = false
  ) throws(VoiceError) {
    name = program.rawValue
    self.log = log
    guard FileManager.default.createFile(atPath: log, contents: nil) else {
      throw VoiceError(.audioError, .accessDenied, "The log file \(log) cannot be made; check the temporary folder.")
    }
    let result = Self.spawn(
      try program.path(), arguments, environment.map { "\($0.key)=\($0.value)" }, log, input, isDetached)
    guard let started = result.identifier else {
      throw VoiceError(
        .audioError, .unspecified, "The program '\(name)' cannot be started (errno \(result.error)); check it.",
        underlying: .init(domain: "errno", number: Int(result.error), text: name))
    }
    identifier = started
    let ended = Observed<Int32?>(nil)
    self.ended = ended
    let thread = DedicatedThread(name: "child-wait")
    thread.run { Self.wait(for: started, ended) }
    thread.finish()
  }

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
    let identifier = identifier
    ended.update { if $0 == nil { kill(identifier, number) } }
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
      if (try? await exitStatus(within: .seconds(5))) != nil { return }
      await killNow()
    }.value
  }

  /// Kills the process and returns when it is gone; also in a cancelled task.
  func killNow() async {
    signal(SIGKILL)
    await Task { _ = try? await exitStatus(within: .seconds(30)) }.value
  }

  // MARK: -

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ log: String, _ input: Int32?, _ isDetached: Bool
  ) -> (identifier: Int32?, error: Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_APPEND, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    // What is open now; one that is closed by then does no harm.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for file in files.compactMap({ Int32($0) }) where file > STDERR_FILENO {
      unsafe posix_spawn_file_actions_addclose(&actions, file)
    }

    // A child inherits the signal mask of the thread that starts it, and the cooperative pool's threads block nearly
    // every signal: without this a child would never see SIGTERM.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    if isDetached { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let pairs = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + pairs).forEach { unsafe free($0) } }
    var started: pid_t = 0
    let error = unsafe posix_spawn(&started, path, &actions, &attributes, words, pairs)
    return (error == 0 ? started : nil, error)
  }

  /// Waits for the end; the number is given back to the system only once nobody signals it any more.
  private static func wait(for identifier: pid_t, _ ended: Observed<Int32?>) {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    ended.update { state in
      var status: Int32 = 0
      while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      state = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
  }
}
