// SPDX-License-Identifier: Apache-2.0

/// A place that audio, a result or an utterance passes on its way.
public enum TraceStage: UInt8, Sendable, Hashable, CaseIterable {
  /// Frames came from the audio server into the ring; `position` is the ring's index behind them, `value` the moment, in
  /// nanoseconds of the audio server's clock, up to which they were captured.
  case delivered
  /// A chunk left the ring; `position` is the session's index behind it, `value` the ring's.
  case taken
  /// The recognizer is done with the chunk; `position` as for `taken`, `value` the nanoseconds that it took.
  case decoded
  /// A partial result was published; `position` is the session's index up to which it has heard, `value` its number.
  case partialPublished
  /// The session's final was published; `position` and `value` as for a partial.
  case finalPublished
  /// A subscriber got a transcript; `value` is its number.
  case transcriptReceived
  /// Somebody asked for the session's end.
  case stopRequested
  /// Frames are missing; `position` is the session's index behind them, `value` their count.
  case dropped

  /// An utterance was queued.
  case speakRequested
  /// It came to be the one that is spoken.
  case speechBegan
  /// The engine gave its first samples.
  case rendered
  /// Its first frame was written into the output's buffer.
  case written
  /// Its first frame was heard, by the audio server's clock.
  case firstHeard
  /// Its last frame was heard; `value` is how many there were.
  case lastHeard
  /// It was cancelled.
  case cancelRequested
  /// A subscriber was told that it started.
  case startReceived
}
