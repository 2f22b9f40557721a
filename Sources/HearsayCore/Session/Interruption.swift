// SPDX-License-Identifier: Apache-2.0

/// The audio was taken away, or is back.
public struct Interruption: Sendable, Hashable {
  /// Whether it begins or ends.
  public enum Phase: Sendable, Hashable {
    /// The audio is gone.
    case began
    /// The audio is back; `shouldResume` says whether starting again makes sense.
    case ended(shouldResume: Bool)
  }

  /// Why the audio is gone.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The machine-readable word.
    public let rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The audio server went away.
    public static let serviceLost = Reason(rawValue: "serviceLost")
  }

  /// Whether it begins or ends.
  public var phase: Phase
  /// Why the audio is gone, or was.
  public var reason: Reason
  /// When it was noticed.
  public var time: MonotonicTime

  /// Makes an interruption.
  ///
  /// - Parameters:
  ///   - phase: Whether it begins or ends.
  ///   - reason: Why the audio is gone, or was.
  ///   - time: When it was noticed.
  public init(phase: Phase, reason: Reason, time: MonotonicTime = .now) {
    self.phase = phase
    self.reason = reason
    self.time = time
  }
}
