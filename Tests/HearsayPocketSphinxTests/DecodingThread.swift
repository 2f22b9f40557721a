// SPDX-License-Identifier: Apache-2.0

import HearsayCore

@testable import HearsayPocketSphinx

/// The one thread on which this target's tests load and decode, as a recognizer's own thread does in an app.
///
/// Decoding takes seconds of processor time: on the cooperative pool it would hold up every other test.
@globalActor
actor DecodingThread {
  static let shared = DecodingThread()

  private nonisolated let executor = DedicatedThreadExecutor(name: "decoding-tests")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A decoder with the options for live speech, loaded once; for tests that leave it as they found it.
  @DecodingThread static let decoder = Result { try PocketSphinxEngine().makeDecoder() }
}
