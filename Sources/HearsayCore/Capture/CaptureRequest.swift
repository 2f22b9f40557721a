// SPDX-License-Identifier: Apache-2.0

/// What a capture source is asked for.
public struct CaptureRequest: Sendable, Hashable {
  /// The stable name of the device (PipeWire's `node.name`); `nil` follows the default input.
  public var device: String?
  /// The format that frames must have; the source converts.
  public var format: AudioFormat
  /// How much audio may collect before it is handed over; a wish, and never a reason to fail.
  public var latency: Duration

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - device: The stable name of the device; `nil` follows the default input.
  ///   - format: The format that frames must have.
  ///   - latency: How much audio may collect before it is handed over.
  public init(device: String? = nil, format: AudioFormat, latency: Duration = .milliseconds(20)) {
    self.device = device
    self.format = format
    self.latency = latency
  }
}
