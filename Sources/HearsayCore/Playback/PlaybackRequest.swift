// SPDX-License-Identifier: Apache-2.0

/// What a playback sink is asked for.
public struct PlaybackRequest: Sendable, Hashable {
  /// The stable name of the device (PipeWire's `node.name`); `nil` follows the default output.
  public var device: String?
  /// How much audio may collect on the way; a wish, and never a reason to fail.
  public var latency: Duration

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - device: The stable name of the device; `nil` follows the default output.
  ///   - latency: How much audio may collect on the way.
  public init(device: String? = nil, latency: Duration = .milliseconds(20)) {
    self.device = device
    self.latency = latency
  }
}
