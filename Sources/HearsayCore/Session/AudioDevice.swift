// SPDX-License-Identifier: Apache-2.0

/// An input or output that the audio server offers.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// Which way audio goes.
  public enum Direction: String, Sendable, Hashable {
    /// A microphone or another source.
    case input
    /// A speaker or another sink.
    case output
  }

  /// How the device is attached.
  public enum Kind: String, Sendable, Hashable {
    /// Part of the machine.
    case builtIn
    /// On the USB bus.
    case usb
    /// Over Bluetooth.
    case bluetooth
    /// In a monitor or television.
    case hdmi
    /// Made by software.
    case virtual
    /// On another machine.
    case network
    /// The server does not say.
    case unknown
  }

  /// The stable name (PipeWire's `node.name`): the same after a restart or a new plug-in.
  public var id: String
  /// Which way audio goes.
  public var direction: Direction
  /// The description for people.
  public var description: String
  /// How it is attached.
  public var kind: Kind

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - id: The stable name.
  ///   - direction: Which way audio goes.
  ///   - description: The description for people.
  ///   - kind: How it is attached.
  public init(id: String, direction: Direction, description: String, kind: Kind = .unknown) {
    self.id = id
    self.direction = direction
    self.description = description
    self.kind = kind
  }
}
