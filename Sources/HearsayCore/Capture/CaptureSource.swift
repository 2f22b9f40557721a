// SPDX-License-Identifier: Apache-2.0

/// Something that audio can be captured from: a microphone, a sound file, a script in a test.
///
/// A source is a recipe and holds no resources; each `open` makes a stream of its own.
public protocol CaptureSource: Sendable {
  /// Opens the input and lets it write frames into `inlet`.
  ///
  /// Returns when the stream exists; frames may begin before or after. What goes wrong later, and the natural end of
  /// the input, is reported once by `inlet.end(_:)`. A failing or cancelled call leaves nothing behind. Every wait in
  /// it has a limit (5 s at most).
  ///
  /// - Parameters:
  ///   - request: The device, the format and the latency wanted.
  ///   - inlet: Where frames go. The source keeps it alive for as long as it can write.
  /// - Returns: The open stream, which the caller stops.
  /// - Throws: `audio_error` when there is no server, no device or no common format; `permission_denied` when access
  ///   is refused; `invalid_argument` when the request names an unknown device.
  func open(_ request: CaptureRequest, into inlet: CaptureInlet) async throws(VoiceError) -> any CaptureStream
}

/// An open input.
public protocol CaptureStream: Sendable {
  /// Stops the input and gives back every resource.
  ///
  /// Frames that were captured before `moment` are in the inlet when it returns, and none is written afterwards. The
  /// wait for them is limited by the source's own latency. A second call returns when the first has.
  ///
  /// - Parameter moment: Up to when frames are wanted; `nil` stops at once.
  func stop(capturingUntil moment: MonotonicTime?) async
}
