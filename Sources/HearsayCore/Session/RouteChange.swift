// SPDX-License-Identifier: Apache-2.0

/// A change of the devices there are, or of which one is the default.
public struct RouteChange: Sendable, Hashable {
  /// What happened.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The machine-readable word.
    public let rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A device was plugged in.
    public static let newDeviceAvailable = Reason(rawValue: "newDeviceAvailable")
    /// A device was removed.
    public static let oldDeviceUnavailable = Reason(rawValue: "oldDeviceUnavailable")
    /// Another device became the default.
    public static let defaultChanged = Reason(rawValue: "defaultChanged")
  }

  /// What happened.
  public var reason: Reason
  /// The device that came, went or became the default; `nil` when the default is now none.
  public var device: AudioDevice?
  /// The route before.
  public var previousRoute: AudioRoute
  /// The route now.
  public var currentRoute: AudioRoute
  /// When it was noticed.
  public var time: MonotonicTime

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - reason: What happened.
  ///   - device: The device concerned.
  ///   - previousRoute: The route before.
  ///   - currentRoute: The route now.
  ///   - time: When it was noticed.
  public init(
    reason: Reason, device: AudioDevice?, previousRoute: AudioRoute, currentRoute: AudioRoute,
    time: MonotonicTime = .now
  ) {
    self.reason = reason
    self.device = device
    self.previousRoute = previousRoute
    self.currentRoute = currentRoute
    self.time = time
  }
}
