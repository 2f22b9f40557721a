// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore
internal import HearsayTesting

/// A listening session that is given blocks of samples by hand and understands nothing.
final class SilentSession: Sendable {
  /// Samples in a block: 20 ms.
  static let frames = 320

  private let engine = SilentEngine()
  private let source = ScriptedCaptureSource()
  private let listener: Listener
  private let recognizer: Recognizer
  private let samples = [Float](repeating: 0.1, count: frames)

  init(trace: TraceRecorder? = nil) {
    recognizer = Recognizer(engine: engine)
    listener = Listener(source: source, recognizer: recognizer, trace: trace) { _ in }
  }

  /// Starts with one block.
  func start() async throws {
    async let started = listener.start()
    try await source.waitUntilOpen()
    hear()
    _ = try await started
  }

  func hear() { source.send(samples) }

  /// Returns when the decoder was given so many blocks.
  func waitUntilHeard(blocks: Int) async { await engine.waitUntilHeard(blocks * Self.frames) }

  /// Ends the session; throws unless it heard so many blocks, and all of each.
  func end(after blocks: Int) async throws {
    let transcript = await listener.stop()
    await listener.close()
    await recognizer.close()
    let heard = Int((transcript.audioDuration.inSeconds * 16_000).rounded())
    guard heard == blocks * Self.frames, transcript.droppedFrames == 0 else {
      throw BenchmarkFailure("A session heard \(heard) of \(blocks * Self.frames) frames.")
    }
  }
}
