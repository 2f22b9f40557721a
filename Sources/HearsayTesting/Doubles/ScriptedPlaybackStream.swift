// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// An open output of a `ScriptedPlaybackSink`.
final class ScriptedPlaybackStream: PlaybackStream {
  private struct State: Sendable {
    var isRunning = false
    var isClosed = false
    /// The cycles of a free-running output.
    var cycles: Task<Void, Never>?
  }

  private let buffer: PlaybackBuffer
  private let sink: Observed<ScriptedPlaybackSink.State>
  private let isFreeRunning: Bool
  private let state = Locked(State())

  init(buffer: PlaybackBuffer, sink: Observed<ScriptedPlaybackSink.State>, isFreeRunning: Bool) {
    self.buffer = buffer
    self.sink = sink
    self.isFreeRunning = isFreeRunning
  }

  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// One cycle of the output; the lock makes it the only reader.
  func advance(frames: Int, heardAt moment: MonotonicTime?) -> Int {
    guard frames > 0 else { return 0 }
    let length = buffer.format.duration(ofFrames: frames)
    let heardAt = moment ?? MonotonicTime.now + (.zero - length - .milliseconds(1))
    let taken: [Float]? = state.withLock { state in
      guard state.isRunning, buffer.error == nil else { return nil }
      return unsafe [Float](unsafeUninitializedCapacity: frames) { target, count in
        guard let base = target.baseAddress else { return }
        count = unsafe buffer.renderer.render(into: base, count: frames, heardAt: heardAt.nanoseconds)
      }
    }
    guard let taken else { return 0 }
    // What was heard is kept before the writer can know of it and the test look.
    if !taken.isEmpty { sink.update { $0.heard += taken } }
    buffer.signal()
    return taken.count
  }

  func fail(_ error: VoiceError) {
    state.withLock { $0.isRunning = false }
    buffer.fail(error)
  }

  func resume() async throws(VoiceError) {
    sink.update { $0.calls.append(.resume) }
    if let error = buffer.error { throw error }
    state.withLock { state in
      guard !state.isClosed, !state.isRunning else { return }
      state.isRunning = true
      if isFreeRunning { state.cycles = cycleTask() }
    }
  }

  func pause() async {
    await halt()
    sink.update { $0.calls.append(.pause) }
  }

  func close() async {
    await halt()
    state.withLock { $0.isClosed = true }
    sink.update { sink in
      sink.calls.append(.close)
      sink.streams.removeAll { $0 === self }
    }
  }

  private func halt() async {
    let cycles = state.withLock { state in
      defer { state.cycles = nil }
      state.isRunning = false
      return state.cycles
    }
    cycles?.cancel()
    await cycles?.value
  }

  /// An output has a clock of its own and asks for frames in each cycle; owned by the stream, awaited in `halt()`.
  private func cycleTask() -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        _ = advance(frames: max(1, buffer.capacity), heardAt: nil)
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }
}
