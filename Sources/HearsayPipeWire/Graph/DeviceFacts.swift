// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// The properties of a node from which one sees how the device is attached.
  struct DeviceFacts: Hashable, Sendable {
    var name = ""
    var mediaClass = ""
    var api: String?
    var bus: String?
    var formFactor: String?
    var factory: String?
    var path: String?
    var network: String?

    /// How the device is attached.
    var kind: AudioDevice.Kind {
      if network == "true" || network == "1" { return .network }
      if api == "bluez5" || bus == "bluetooth" { return .bluetooth }
      if mediaClass.hasSuffix("/Virtual") || factory?.hasPrefix("support.null-audio-sink") == true { return .virtual }
      // A graphics card's output may be on any bus.
      if api == "alsa", [path, name].contains(where: { $0?.lowercased().contains("hdmi") == true }) { return .hdmi }
      if formFactor == "tv" || formFactor == "hdmi" { return .hdmi }
      if bus == "usb" { return .usb }
      if bus == "pci" || bus == "isa" || bus == "platform" || formFactor == "internal" { return .builtIn }
      // Neither hardware nor a factory of devices: another program's stream that offers itself as one.
      return api == nil ? .virtual : (api == "alsa" ? .builtIn : .unknown)
    }
  }
#endif
