// SPDX-License-Identifier: Apache-2.0

/// A stretch of the way from microphone to text, or from text to ear, whose duration a report tells.
public enum LatencyPath: String, Sendable, Hashable, CaseIterable {
  /// From a frame's capture, by the audio server's clock, until it is in the ring: the server's quantum and queues.
  case captureToRing
  /// Until the session's task has taken the chunk out of the ring.
  case ringToChunk
  /// Until the recognizer is done with the chunk.
  case chunkToDecoded
  /// Until a partial result of the chunk is published.
  case decodedToPartial
  /// From the capture of a chunk's last frame until its partial result is published.
  case captureToPartial
  /// From a result's publication until a subscriber has it.
  case publishedToReceived
  /// From the request to stop until the final is published.
  case stopToFinal
  /// From `speak` until the utterance is the one that is spoken.
  case speakToBegin
  /// Until the engine gives the first samples.
  case beginToRendered
  /// Until the first frame is written into the output's buffer; the output's opening counts here.
  case renderedToWritten
  /// Until the first frame is heard, by the audio server's clock.
  case writtenToHeard
  /// From `speak` until the first frame is heard.
  case speakToHeard
  /// From the first to the last frame heard.
  case heardToEnd
}
