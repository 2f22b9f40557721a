// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// An open output, by its number in the connection.
  final class PipeWirePlaybackStream: PlaybackStream {
    // Kept so that the connection stays while a stream is open.
    private let service: PipeWireService
    private let connection: PipeWireConnection
    private let number: Int

    init(service: PipeWireService, connection: PipeWireConnection, number: Int) {
      self.service = service
      self.connection = connection
      self.number = number
    }

    deinit { connection.abandon(number) }

    func resume() async throws(VoiceError) { try await connection.resume(number) }
    func pause() async { await connection.pause(number) }
    func close() async { await connection.closePlayback(number) }
  }
#endif
