// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// A connection to the PipeWire server, shared by everything that is opened through it.
  ///
  /// The connection is made with the first stream or watch, made anew after the server was lost, and kept until
  /// `close()`; while nothing is open it sleeps. The service may be used again after `close()`.
  public final class PipeWireService: Sendable {
    private let settings: ConnectionSettings
    private let connection = Locked<PipeWireConnection?>(nil)

    /// Makes a service; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - remote: The path of the server's socket, or its name in the runtime folder; `nil` for what the environment
    ///     says (`PIPEWIRE_REMOTE`, else `pipewire-0`).
    ///   - applicationName: What the graph and its tools call this program and its streams.
    ///   - streamProperties: Further PipeWire properties for each stream; they win over the service's own.
    public convenience init(
      remote: String? = nil, applicationName: String = "hearsay", streamProperties: [String: String] = [:]
    ) {
      self.init(
        ConnectionSettings(
          remote: remote, applicationName: applicationName, streamProperties: streamProperties))
    }

    init(_ settings: ConnectionSettings) { self.settings = settings }

    deinit { connection.withLock { $0 }?.abandon() }

    /// Microphones and other inputs of this server.
    public var capture: PipeWireCapture { PipeWireCapture(service: self) }

    /// Speakers and other outputs of this server.
    public var playback: PipeWirePlayback { PipeWirePlayback(service: self) }

    /// The devices and defaults of this server.
    public var graph: PipeWireGraph { PipeWireGraph(service: self) }

    /// Closes everything that is open and gives back every resource; returns when the last thread has ended.
    ///
    /// Open streams end with `interrupted` (`closed`).
    public func close() async {
      let last = connection.withLock { connection in
        defer { connection = nil }
        return connection
      }
      await last?.shutDown()
    }

    /// The connection, ready for use; made when there is none, or when the last one has failed.
    func connected() async throws(VoiceError) -> PipeWireConnection {
      let (current, failed) = connection.withLock { connection in
        var failed: PipeWireConnection?
        if let last = connection, last.hasFailed {
          failed = last
          connection = nil
        }
        let current = connection ?? PipeWireConnection(settings)
        connection = current
        return (current, failed)
      }
      await failed?.shutDown()
      do {
        try await current.ready()
      } catch {
        // A failed connection is of no use to anybody; a cancelled wait leaves a good one to the others.
        if current.hasFailed, connection.withLock({ drop(current, from: &$0) }) { await current.shutDown() }
        throw error
      }
      return current
    }

    private func drop(_ failed: PipeWireConnection, from connection: inout PipeWireConnection?) -> Bool {
      guard connection === failed else { return false }
      connection = nil
      return true
    }
  }
#endif
