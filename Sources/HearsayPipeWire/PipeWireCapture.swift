// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  public import HearsayCore

  /// Captures from PipeWire.
  ///
  /// Without a device name the stream follows the default input and goes on when the default changes; with one it stays
  /// with that device. Naming an output captures what is played on it. When the device in use is removed the inlet ends
  /// with `route_changed`, when something else takes over with `interrupted`, and so it does when the server is lost.
  public struct PipeWireCapture: CaptureSource {
    let service: PipeWireService

    /// Opens a stream and returns once frames flow.
    ///
    /// - Parameters:
    ///   - request: The device, the format (one channel) and the latency wanted.
    ///   - inlet: Where frames go.
    /// - Returns: The open stream.
    /// - Throws: `audio_error` when there is no server or no input, or when no frame comes within 3 s;
    ///   `permission_denied` when access is refused; `invalid_argument` for an unknown device; `interrupted` when the
    ///   task is cancelled.
    public func open(
      _ request: CaptureRequest, into inlet: CaptureInlet
    ) async throws(VoiceError) -> any CaptureStream {
      let connection = try await service.connected()
      let number = try await connection.openCapture(request, into: inlet)
      return PipeWireCaptureStream(service: service, connection: connection, number: number)
    }
  }
#endif
