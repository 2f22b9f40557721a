// SPDX-License-Identifier: Apache-2.0

/// Lets code listen in on the audio as the recognizer hears it: a level meter, a recorder, a picture of the wave.
///
/// Give the tap to a listening session or a transcription, and read `chunks` in a task of your own. A reader that falls
/// more than 100 chunks behind loses the oldest ones, which shows as a jump of `AudioChunk.sampleIndex`; the
/// session never waits for it.
public final class AudioTap: Sendable {
  private let broadcaster = EventBroadcaster<AudioChunk>((), capacity: 100)

  /// Makes a tap.
  public init() {}

  /// A new subscription to the chunks from now on; ends with `finish()`.
  public var chunks: EventStream<AudioChunk> { broadcaster.subscribe() }

  /// Hands a chunk to every reader; for stages that an app builds itself.
  public func send(_ chunk: AudioChunk) { broadcaster.send(chunk) }

  /// Ends every subscription.
  public func finish() { broadcaster.finish() }
}

extension AudioChunk: BroadcastEvent {
  package static func first(_ snapshot: Void) -> AudioChunk? { nil }
  package static func dropped(_ count: Int) -> AudioChunk? { nil }
  package func apply(to snapshot: inout Void) {}
  package func supersedes(_ earlier: AudioChunk) -> Bool { false }
  package var isExpendable: Bool { true }
}
