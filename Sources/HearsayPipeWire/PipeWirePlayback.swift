// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  public import HearsayCore

  /// Plays through PipeWire.
  ///
  /// Without a device name the stream follows the default output, with one it stays with that device. When the device in
  /// use is removed the buffer fails with `route_changed`, when the server is lost with `interrupted`.
  public struct PipeWirePlayback: PlaybackSink {
    let service: PipeWireService

    /// Opens a stream, corked.
    ///
    /// - Parameters:
    ///   - request: The device and the latency wanted.
    ///   - buffer: Where frames come from.
    /// - Returns: The open stream.
    /// - Throws: `audio_error` when there is no server or no output; `permission_denied` when access is refused;
    ///   `invalid_argument` for an unknown device; `interrupted` when the task is cancelled.
    public func open(
      _ request: PlaybackRequest, from buffer: PlaybackBuffer
    ) async throws(VoiceError) -> any PlaybackStream {
      let connection = try await service.connected()
      let number = try await connection.openPlayback(request, from: buffer)
      return PipeWirePlaybackStream(service: service, connection: connection, number: number)
    }
  }
#endif
