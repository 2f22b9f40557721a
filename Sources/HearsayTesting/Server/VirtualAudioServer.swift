// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A private PipeWire server with virtual microphones and speakers: no sound card, no root, no D-Bus.
///
/// Each server has a short directory of its own for its socket, configuration and logs, so that any number run side by
/// side. It needs the Debian package `pipewire-bin`, and `wireplumber` with a session manager. Only processes that the
/// server started are ever signalled. Call `stop()`; a server that is let go without it kills its processes, and when
/// the whole test process dies, a guard of the server's does so, also for processes that were given `environment`.
///
/// The server's programs give no signal of their own when something has happened; so a call that says "is there" looks
/// at their output every few milliseconds until it is, for 30 seconds at most.
public actor VirtualAudioServer {
  /// One connection of an output port to an input port, by their names.
  public struct Link: Sendable, Hashable {
    /// The port that gives.
    public var output: String
    /// The port that takes.
    public var input: String

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - output: The port that gives, for example `mic:capture_MONO`.
    ///   - input: The port that takes.
    public init(output: String, input: String) {
      self.output = output
      self.input = input
    }
  }

  /// What the server was started with.
  public nonisolated let configuration: Configuration
  /// The absolute path of the socket that clients connect to.
  public nonisolated let socketPath: String
  /// The directory of everything that the server keeps; gone after `stop()`.
  public nonisolated let directoryPath: String

  nonisolated let directory: ServerDirectory
  nonisolated let processes: ServerProcesses
  var daemon: ChildProcess?
  var sessionManager: ChildProcess?
  var call: ChildProcess?
  var devices: [VirtualDevice] = []
  var defaults: [AudioDevice.Direction: String] = [:]
  var quantum: Int?
  var streamCount = 0
  /// Kept so that a sound plays on when nobody waits for it.
  var feeders: [SoundFeeder] = []

  private init(_ configuration: Configuration) throws(VoiceError) {
    self.configuration = configuration
    directory = try ServerDirectory()
    directoryPath = directory.path
    socketPath = directory.socket
    processes = try ServerProcesses(directory: directory)
    quantum = configuration.quantum
    try directory.write(configuration)
  }

  /// Starts a server and returns when its devices are there.
  ///
  /// - Parameter configuration: What it starts with.
  /// - Returns: The running server.
  /// - Throws: `not_supported` naming the Debian package when a program is missing; `invalid_argument` for a device
  ///   name with other characters than letters, digits and `. _ -`; `audio_error` with the server's own words when it
  ///   does not come up; `CancellationError` when the task is cancelled. Nothing is left behind then.
  public static func start(_ configuration: Configuration = Configuration()) async throws -> VirtualAudioServer {
    for name in configuration.microphones + configuration.speakers { try VirtualDevice.validate(name: name) }
    let server = try VirtualAudioServer(configuration)
    do {
      try await server.bringUp()
      for name in configuration.microphones { try await server.addMicrophone(name) }
      for name in configuration.speakers { try await server.addSpeaker(name) }
      if let first = configuration.microphones.first { try await server.setDefaultMicrophone(first) }
      if let first = configuration.speakers.first { try await server.setDefaultSpeaker(first) }
    } catch {
      await server.stop()
      throw error
    }
    return server
  }

  /// The variables by which a child process finds the server; to be added to its environment.
  public nonisolated var environment: [String: String] { environment(access: .granted) }

  /// The variables by which a child process finds the server, as a client with this access.
  public nonisolated func environment(access: Access) -> [String: String] {
    switch access {
    case .granted: directory.environment()
    case .denied: directory.environment(configurationFolder: "conf-denied")
    case .pending: directory.environment(configurationFolder: "conf-pending")
    }
  }

  /// The present process's variables with those of `environment`, without any that would lead a client elsewhere.
  public nonisolated var childEnvironment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["DBUS_SESSION_BUS_ADDRESS", "PIPEWIRE_CORE", "PIPEWIRE_NODE", "PIPEWIRE_PROPS"] {
      variables[name] = nil
    }
    return variables.merging(environment) { $1 }
  }

  /// What a client's stream needs besides its own properties, so that it gets ports without a session manager.
  public nonisolated var streamProperties: [String: String] {
    configuration.sessionManager ? [:] : ["adapter.auto-port-config": ServerTexts.autoPorts]
  }

  /// Ends every process of the server, and removes its directory.
  ///
  /// A second call does nothing.
  public func stop() async {
    for feeder in feeders { feeder.end() }
    feeders = []
    await processes.close()
    daemon = nil
    sessionManager = nil
  }

  // MARK: -

  /// Starts the daemon and the session manager and waits until they answer.
  func bringUp() async throws {
    let daemon = try processes.start(
      .daemon, ["-c", directory.daemonConfiguration], environment: childEnvironment)
    self.daemon = daemon
    // The socket's file is there a moment before anybody listens: a client that got an answer is the proof.
    try await poll("the audio server did not answer", while: daemon) {
      guard FileManager.default.fileExists(atPath: self.socketPath) else { return false }
      return (try? await self.run(.commandLine, ["info", "0"])) != nil
    }
    if configuration.sessionManager {
      var variables = childEnvironment
      variables["WIREPLUMBER_CONFIG_DIR"] = directoryPath
      let manager = try processes.start(
        .sessionManager, ["-c", directory.sessionManagerConfiguration], environment: variables)
      sessionManager = manager
      try await poll("the session manager did not come up", while: manager) {
        try await self.run(.commandLine, ["ls", "Metadata"]).contains("metadata.name = \"default\"")
      }
    }
    if let quantum { try await setQuantum(quantum) }
  }

  /// Runs one of PipeWire's tools against this server.
  func run(_ program: ServerProgram, _ arguments: [String]) async throws -> String {
    guard let daemon, !daemon.hasEnded else {
      throw VoiceError(
        .audioError, .serviceUnavailable, "The virtual audio server is not running; start it, or call restart().")
    }
    return try await processes.run(program, arguments, environment: childEnvironment)
  }

  /// Looks again and again until `isDone`, for 30 seconds at most and only while `child` lives.
  func poll(
    _ complaint: String, while child: ChildProcess? = nil, until isDone: () async throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try await !isDone() {
      if let child, child.hasEnded {
        throw VoiceError(
          .audioError, .serviceUnavailable,
          "In the virtual audio server, \(complaint): '\(child.name)' ended and said: \(child.output)")
      }
      guard ContinuousClock.now < end else {
        throw VoiceError(
          .audioError, .timeLimit,
          "In the virtual audio server, \(complaint) within 30 seconds; see the logs in \(directoryPath)/log.")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
