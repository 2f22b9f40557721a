// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  public import HearsayCore

  /// The devices and defaults of a PipeWire server.
  public struct PipeWireGraph: AudioGraph {
    /// The devices at one moment.
    public struct Snapshot: Sendable, Hashable {
      /// Every input and output.
      public var devices: [AudioDevice]
      /// The name of the default input; `nil` for none.
      public var defaultInput: String?
      /// The name of the default output; `nil` for none.
      public var defaultOutput: String?
    }

    let service: PipeWireService

    /// Watches the server until the task is cancelled; see `AudioGraph.watch(_:)`.
    ///
    /// - Parameter report: Called on the loop thread, one call at a time.
    /// - Throws: What the protocol says.
    public func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
      let connection: PipeWireConnection
      do {
        connection = try await service.connected()
      } catch {
        if Task.isCancelled { return }
        throw error
      }
      try await connection.watch(report)
    }

    /// Lists the devices and the defaults once.
    ///
    /// - Returns: What is there now.
    /// - Throws: `audio_error` when there is no server or it does not answer; `permission_denied` when it refuses us.
    public func snapshot() async throws(VoiceError) -> Snapshot {
      let graph = try await service.connected().graph
      return Snapshot(devices: graph.devices, defaultInput: graph.defaultInput, defaultOutput: graph.defaultOutput)
    }
  }
#endif
