// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A virtual microphone or speaker of one channel: a null sink that is also its own clock.
struct VirtualDevice: Sendable, Hashable {
  let name: String
  let direction: AudioDevice.Direction

  /// Checks that a name can stand in the server's configuration as it is.
  static func validate(name: String) throws(VoiceError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty else {
      throw VoiceError(
        .invalidArgument, .unspecified,
        "A virtual device cannot be called '\(name)'; use letters, digits and the characters . _ - only.")
    }
  }

  /// The port that is there once the device can be used.
  var port: String { direction == .input ? "\(name):capture_MONO" : "\(name):monitor_MONO" }

  /// The properties of its node.
  ///
  /// Without `monitor.channel-volumes` muting it would not silence what it gives.
  func properties(autoPorts: Bool) -> String {
    """
    { factory.name = support.null-audio-sink node.name = "\(name)" node.description = "\(name)"
    media.class = \(direction == .input ? "Audio/Source/Virtual" : "Audio/Sink")
    audio.channels = 1 audio.position = [ MONO ] monitor.channel-volumes = true object.linger = true
    \(autoPorts ? "adapter.auto-port-config = \(ServerTexts.autoPorts)" : "") }
    """
  }
}
