// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

extension VirtualAudioServer {
  /// Plugs in a microphone and returns when it can be used.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `invalid_argument` when the name is not plain or taken; `audio_error` when the server does not comply.
  public func addMicrophone(_ name: String) async throws {
    try await add(VirtualDevice(name: name, direction: .input))
  }

  /// Unplugs a microphone and returns when it is gone.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `invalid_argument` when there is none of that name; `audio_error` when the server does not comply.
  public func removeMicrophone(_ name: String) async throws { try await remove(name) }

  /// Plugs in a speaker and returns when it can be used.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `invalid_argument` when the name is not plain or taken; `audio_error` when the server does not comply.
  public func addSpeaker(_ name: String) async throws {
    try await add(VirtualDevice(name: name, direction: .output))
  }

  /// Unplugs a speaker and returns when it is gone.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `invalid_argument` when there is none of that name; `audio_error` when the server does not comply.
  public func removeSpeaker(_ name: String) async throws { try await remove(name) }

  /// Makes a microphone the default input, as a user would in the settings; returns when it is.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `audio_error` when the server does not comply.
  public func setDefaultMicrophone(_ name: String) async throws { try await setDefault(name, .input) }

  /// Makes a speaker the default output, as a user would in the settings; returns when it is.
  ///
  /// - Parameter name: Its stable name.
  /// - Throws: `audio_error` when the server does not comply.
  public func setDefaultSpeaker(_ name: String) async throws { try await setDefault(name, .output) }

  /// Forces the frames of a graph cycle at 48 kHz; 0 lets clients choose again.
  ///
  /// - Parameter frames: A power of two from 32 to 8,192, or 0.
  /// - Throws: `audio_error` when the server does not comply.
  public func setQuantum(_ frames: Int) async throws {
    _ = try await run(.metadata, ["-n", "settings", "0", "clock.force-quantum", String(frames)])
    quantum = frames == 0 ? nil : frames
  }

  /// Mutes a device or takes the mute back; a muted microphone gives zeros.
  ///
  /// - Parameters:
  ///   - name: Its stable name.
  ///   - isMuted: Whether it is to be silent.
  /// - Throws: `invalid_argument` when there is none of that name; `audio_error` when the server does not comply.
  public func setMuted(_ name: String, _ isMuted: Bool) async throws {
    _ = try await run(.commandLine, ["set-param", try await identifier(of: name), "Props", "{ mute: \(isMuted) }"])
  }

  /// The stable names of the nodes that the server has now: devices, streams, clocks.
  ///
  /// - Returns: The names, in the server's order.
  /// - Throws: `audio_error` when the server does not answer.
  public func nodeNames() async throws -> [String] { try await nodes().map(\.name) }

  /// The default devices that are in force now.
  ///
  /// - Returns: The name of the default input and of the default output, `nil` where there is none.
  /// - Throws: `audio_error` when the server does not answer.
  public func currentDefaults() async throws -> (microphone: String?, speaker: String?) {
    let text = try await run(.metadata, ["0"])
    return (
      ServerOutput.metadata("default.audio.source", in: text), ServerOutput.metadata("default.audio.sink", in: text)
    )
  }

  // MARK: -

  func add(_ device: VirtualDevice) async throws {
    try VirtualDevice.validate(name: device.name)
    guard try await !nodeNames().contains(device.name) else {
      throw VoiceError(
        .invalidArgument, .unspecified,
        "The virtual audio server already has a device '\(device.name)'; choose another name.")
    }
    _ = try await run(
      .commandLine, ["create-node", "adapter", device.properties(autoPorts: !configuration.sessionManager)])
    try await poll("the device '\(device.name)' did not appear") {
      try await self.ports(outputs: true).contains(device.port)
    }
    devices.append(device)
  }

  func setDefault(_ name: String, _ direction: AudioDevice.Direction) async throws {
    let kind = direction == .input ? "source" : "sink"
    // Without a session manager nothing turns the user's wish into the default in force.
    let key = configuration.sessionManager ? "default.configured.audio.\(kind)" : "default.audio.\(kind)"
    _ = try await run(.metadata, ["0", key, "{ \"name\": \"\(name)\" }", "Spa:String:JSON"])
    try await poll("the device '\(name)' did not become the default") {
      let defaults = try await self.currentDefaults()
      return name == (direction == .input ? defaults.microphone : defaults.speaker)
    }
    defaults[direction] = name
  }

  func nodes() async throws -> [(identifier: String, name: String)] {
    ServerOutput.nodes(in: try await run(.commandLine, ["ls", "Node"]))
  }

  func identifier(of name: String) async throws -> String {
    guard let node = try await nodes().first(where: { $0.name == name }) else {
      throw VoiceError(
        .invalidArgument, .unknownDevice, "The virtual audio server has no node '\(name)'; add the device first.")
    }
    return node.identifier
  }

  private func remove(_ name: String) async throws {
    _ = try await run(.commandLine, ["destroy", try await identifier(of: name)])
    try await poll("the device '\(name)' did not go away") { try await !self.nodeNames().contains(name) }
    devices.removeAll { $0.name == name }
  }
}
