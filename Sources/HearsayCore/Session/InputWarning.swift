// SPDX-License-Identifier: Apache-2.0

/// Something is wrong with the captured audio; listening goes on.
public struct InputWarning: Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// That many frames were refused by a full buffer, at that place in the session: decoding fell behind.
    case dropped(frames: Int, at: Duration)
  }

  /// The session.
  public var sessionID: ListeningID
  /// What is wrong.
  public var kind: Kind
  /// When it was noticed.
  public var time: MonotonicTime

  /// Makes a warning.
  ///
  /// - Parameters:
  ///   - sessionID: The session.
  ///   - kind: What is wrong.
  ///   - time: When it was noticed.
  public init(sessionID: ListeningID, kind: Kind, time: MonotonicTime = .now) {
    self.sessionID = sessionID
    self.kind = kind
    self.time = time
  }
}
