// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

extension VirtualAudioServer {
  /// Kills the daemon, as a crash would, and returns when it is gone; clients lose their connection.
  public func killDaemon() async {
    await daemon?.killNow()
    daemon = nil
  }

  /// Freezes the daemon: clients can connect, and nobody answers them.
  public func suspendDaemon() { daemon?.signal(SIGSTOP) }

  /// Freezes the daemon for a while, as a machine does that is too busy for its audio server.
  ///
  /// - Parameter duration: How long.
  /// - Returns: How long it really was.
  /// - Throws: `CancellationError` when the task is cancelled; the daemon goes on then, too.
  @discardableResult
  public func suspendDaemon(for duration: Duration) async throws -> Duration {
    let start = ContinuousClock.now
    suspendDaemon()
    defer { resumeDaemon() }
    try await Task.sleep(for: duration)
    return ContinuousClock.now - start
  }

  /// Lets a frozen daemon go on.
  public func resumeDaemon() { daemon?.signal(SIGCONT) }

  /// Kills the session manager, as a crash would, and returns when it is gone; streams lose their links.
  public func killSessionManager() async {
    await sessionManager?.killNow()
    sessionManager = nil
  }

  /// Starts the daemon and the session manager again, with the same socket, devices, defaults and quantum.
  ///
  /// Whatever still runs of the server is ended before. The devices are new ones of the same names, as after a reboot.
  ///
  /// - Throws: Like `start(_:)`.
  public func restart() async throws {
    await processes.endAll()
    directory.removeSocket()
    let former = (devices: devices, defaults: defaults)
    devices = []
    try await bringUp()
    for device in former.devices { try await add(device) }
    for (direction, name) in former.defaults where former.devices.contains(where: { $0.name == name }) {
      try await setDefault(name, direction)
    }
  }

  /// Takes every link of a node away, as a session manager does that gives its audio to another stream.
  ///
  /// - Parameter node: The name of a device or a stream.
  /// - Returns: The links, to be given back by `relink(_:)`.
  /// - Throws: `invalid_argument` when the node has no link; `audio_error` when the server does not comply.
  public func unlink(_ node: String) async throws -> [Link] {
    let links = try await links().filter { $0.output.hasPrefix("\(node):") || $0.input.hasPrefix("\(node):") }
    guard !links.isEmpty else {
      throw VoiceError(.invalidArgument, .unknownDevice, "The node '\(node)' has no links to take away; link it first.")
    }
    for link in links { _ = try await run(.link, ["-d", link.output, link.input]) }
    return links
  }

  /// Makes links that `unlink(_:)` took away.
  ///
  /// - Parameter links: The links.
  /// - Throws: `audio_error` when the server does not comply, for example because a port is gone.
  public func relink(_ links: [Link]) async throws {
    for link in links { _ = try await run(.link, [link.output, link.input]) }
  }

  /// Begins a phone call: a stream of the role Communication that captures, and under the role policy pauses others.
  ///
  /// - Throws: `busy` when a call is going on; `audio_error` when the server does not comply.
  public func beginCall() async throws {
    guard call?.hasEnded ?? true else {
      throw VoiceError(.busy, .unspecified, "A call is going on in the virtual audio server; end it first.")
    }
    let child = try processes.start(
      .cat,
      [
        "--record", "--media-role", "Communication", "--rate", "8000", "--channels", "1", "--format", "s16",
        "--properties", "{ node.name = hearsay-call }", directory.newFile("call.wav"),
      ], environment: childEnvironment)
    call = child
    try await poll("the call's stream did not appear", while: child) {
      try await self.nodeNames().contains("hearsay-call")
    }
  }

  /// Ends the phone call and returns when its stream is gone.
  public func endCall() async {
    await call?.end()
    call = nil
  }
}
