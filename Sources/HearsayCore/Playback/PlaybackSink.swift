// SPDX-License-Identifier: Apache-2.0

/// Something that audio can be played on: a speaker, a script in a test.
///
/// A sink is a recipe and holds no resources; each `open` makes a stream of its own.
public protocol PlaybackSink: Sendable {
  /// Opens the output, corked: it takes nothing from `buffer` until it is resumed.
  ///
  /// What goes wrong later is reported once by `buffer.fail(_:)`. A failing or cancelled call leaves nothing behind.
  /// Every wait in it has a limit (5 s at most).
  ///
  /// - Parameters:
  ///   - request: The device and what to be known as.
  ///   - buffer: Where frames come from, in its format. The sink keeps it alive for as long as it can read.
  /// - Returns: The open stream, which the caller closes.
  /// - Throws: `audio_error` when there is no server, no device or no common format; `permission_denied` when access
  ///   is refused; `invalid_argument` when the request names an unknown device.
  func open(_ request: PlaybackRequest, from buffer: PlaybackBuffer) async throws(VoiceError) -> any PlaybackStream
}

/// An open output.
public protocol PlaybackStream: Sendable {
  /// Lets the output run; returns when it does, so that nothing written is lost in a device that is still waking up.
  ///
  /// - Throws: `audio_error` when it does not run within 5 s; what `buffer.fail(_:)` was told when it failed.
  func resume() async throws(VoiceError)

  /// Corks the output, so that an idle process has no running node; what is in the buffer stays.
  func pause() async

  /// Stops the output and gives back every resource. A second call returns when the first has.
  func close() async
}
