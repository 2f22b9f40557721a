// SPDX-License-Identifier: Apache-2.0

extension VirtualAudioServer {
  /// What a server starts with.
  public struct Configuration: Sendable, Hashable {
    /// Whether WirePlumber runs with its stock policy; without it nothing moves unless the test moves it.
    public var sessionManager: Bool
    /// Whether WirePlumber's role policy runs as well, in which a call pauses other streams.
    public var roles: Bool
    /// The names of the microphones; the first is the default input.
    public var microphones: [String]
    /// The names of the speakers; the first is the default output.
    public var speakers: [String]
    /// The frames of a graph cycle at 48 kHz; `nil` lets clients choose (1,024 unless they do).
    public var quantum: Int?
    /// Programs (the literal `argv[0]`) whose connection the server rejects.
    public var rejectedPrograms: [String]

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - sessionManager: Whether WirePlumber runs with its stock policy.
    ///   - roles: Whether WirePlumber's role policy runs as well; needs the session manager.
    ///   - microphones: The names of the microphones; letters, digits and `. _ -`.
    ///   - speakers: The names of the speakers; letters, digits and `. _ -`.
    ///   - quantum: The frames of a graph cycle at 48 kHz.
    ///   - rejectedPrograms: Programs whose connection the server rejects.
    public init(
      sessionManager: Bool = true, roles: Bool = false, microphones: [String] = ["mic"],
      speakers: [String] = ["speaker"], quantum: Int? = nil, rejectedPrograms: [String] = []
    ) {
      self.sessionManager = sessionManager || roles
      self.roles = roles
      self.microphones = microphones
      self.speakers = speakers
      self.quantum = quantum
      self.rejectedPrograms = rejectedPrograms
    }
  }

  /// How the server treats a client, by the environment that the client gets.
  public enum Access: Sendable, Hashable {
    /// It may do everything.
    case granted
    /// It may look and not touch; needs the session manager.
    case denied
    /// Nobody ever decides; needs the session manager.
    case pending
  }
}
