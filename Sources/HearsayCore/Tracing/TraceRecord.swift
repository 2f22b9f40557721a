// SPDX-License-Identifier: Apache-2.0

/// One entry of a trace: what passed which stage when.
public struct TraceRecord: Sendable, Hashable {
  /// The stage.
  public var stage: TraceStage
  /// The raw value of the listening session's or the utterance's identifier.
  public var subject: UInt64
  /// What the stage says it is.
  public var position: UInt64
  /// What the stage says it is.
  public var value: UInt64
  /// When it passed.
  public var time: MonotonicTime

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - subject: The raw value of the session's or the utterance's identifier.
  ///   - position: What the stage says it is.
  ///   - value: What the stage says it is.
  ///   - time: When it passed.
  public init(
    _ stage: TraceStage, of subject: UInt64, position: UInt64 = 0, value: UInt64 = 0, at time: MonotonicTime = .now
  ) {
    self.stage = stage
    self.subject = subject
    self.position = position
    self.value = value
    self.time = time
  }
}
