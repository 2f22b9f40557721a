// SPDX-License-Identifier: Apache-2.0

/// The audio server's devices and defaults, as a stream of plain facts.
public protocol AudioGraph: Sendable {
  /// Watches the server and reports what it sees until the task is cancelled, or throws once the server is lost.
  ///
  /// First comes what is there now (devices, then defaults), then `ready`, then changes in the order in which the
  /// server made them. `report` is called on the backend's loop thread, one call at a time; it does not block.
  /// Returns normally only after cancellation.
  ///
  /// - Throws: `audio_error` (`serviceUnavailable`, `serviceUnresponsive`) when there is no server or it does not
  ///   answer within 5 s; `interrupted` (`serviceUnavailable`) when it goes away while watched; `permission_denied`
  ///   when it refuses us.
  func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError)
}
