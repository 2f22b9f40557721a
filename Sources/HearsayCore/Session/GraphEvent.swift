// SPDX-License-Identifier: Apache-2.0

/// One fact about the audio server's devices.
public enum GraphEvent: Sendable, Hashable {
  /// A device is there.
  case deviceAdded(AudioDevice)
  /// A device is gone; the name is its `AudioDevice.id`.
  case deviceRemoved(AudioDevice.Direction, id: String)
  /// The default device of a direction is now the one of that name; `nil` for none. It may name a device that is not
  /// there yet.
  case defaultChanged(AudioDevice.Direction, id: String?)
  /// Everything that was there at the start has been reported.
  case ready
}
