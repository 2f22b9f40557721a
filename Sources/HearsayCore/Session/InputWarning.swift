// SPDX-License-Identifier: Apache-2.0

/// Something is wrong with the captured audio; listening goes on.
public struct InputWarning: Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// That many frames are missing at that place in the session.
    ///
    /// Either the buffer was full, because recognition is slower than speech for longer than
    /// `ListeningOptions.bufferDuration`, or the audio server went on without us, because the machine was too busy.
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
