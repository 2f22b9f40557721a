// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// An open input, by its number in the connection.
  final class PipeWireCaptureStream: CaptureStream {
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

    func stop(capturingUntil moment: MonotonicTime?) async { await connection.stopCapture(number, until: moment) }
  }
#endif
