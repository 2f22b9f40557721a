// SPDX-License-Identifier: Apache-2.0

/// A stage that changes captured audio before it is heard by taps and by the recognizer.
///
/// Processors run in the order given, one chunk at a time, on the session's capture task (a thread of the cooperative
/// pool): they must not block. A processor belongs to one session at a time and may keep state from chunk to chunk.
public protocol AudioProcessor: Sendable {
  /// Changes `chunk` in place.
  ///
  /// The number of samples, the rate and the place in the session must stay as they are; a chunk that comes back with
  /// another number of samples is cut or filled with silence, so that word times stay right.
  func process(_ chunk: inout AudioChunk) async
}
