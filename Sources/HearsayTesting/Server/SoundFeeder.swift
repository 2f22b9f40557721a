// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

#if PipeWire && os(Linux)
  internal import CSoundFeeder
#endif

/// Samples on their way into a node of the virtual server, as the clock of the graph meanwhile.
///
/// A tool like `pw-cat` plays what it has when the graph asks, so that a busy machine makes holes in the sound. Here
/// the graph begins no cycle before the last one is over: sound may come late, but all of it does.
@safe
final class SoundFeeder: @unchecked Sendable {
  // SAFETY: the pointer is taken out of `native` by whoever frees it, under the lock; C uses it on its own thread only.
  private let native: Locked<Int>
  private let result: Observed<Int32?>

  /// Makes the feeder; it plays as soon as its node is linked.
  ///
  /// - Throws: `audio_error` when the server does not take it; `not_supported` in a build without PipeWire.
  init(_ samples: [Float], sampleRate: Int, server socket: String, name: String) throws(VoiceError) {
    let result = Observed<Int32?>(nil)
    self.result = result
    #if PipeWire && os(Linux)
      let context = unsafe Unmanaged.passRetained(result)
      let made = unsafe hearsay_feeder_create(
        socket, name, ServerTexts.autoPorts, samples, UInt64(samples.count), UInt32(clamping: sampleRate),
        { context, result in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<Observed<Int32?>>.fromOpaque(context).takeUnretainedValue().update { $0 = result }
        }, unsafe context.toOpaque())
      guard let feeder = unsafe made else {
        let error = errno
        unsafe context.release()
        throw VoiceError(
          .audioError, .serviceUnavailable,
          "The virtual audio server takes no sound: \(unsafe String(cString: strerror(error))).")
      }
      native = Locked(Int(bitPattern: feeder))
    #else
      throw VoiceError(
        .notSupported, .traitDisabled, "This build cannot play into a microphone; build it with the trait 'PipeWire'.")
    #endif
  }

  deinit { end() }

  /// Waits until the last sample has gone through the graph.
  ///
  /// - Returns: 0, or the negative `errno` of the server.
  /// - Throws: `audio_error` when that takes longer than `limit`; `CancellationError` when the task is cancelled.
  func result(within limit: Duration) async throws -> Int32 {
    try await result.wait(upTo: limit, complaint: { _ in "The sound has not been played to its end" }) { $0 }
  }

  /// Takes the node out of the graph; returns when it is gone.
  func end() {
    #if PipeWire && os(Linux)
      let address = native.withLock { native in
        defer { native = 0 }
        return native
      }
      guard let feeder = unsafe OpaquePointer(bitPattern: address) else { return }
      unsafe hearsay_feeder_destroy(feeder)
      unsafe Unmanaged.passUnretained(result).release()
    #endif
  }
}
