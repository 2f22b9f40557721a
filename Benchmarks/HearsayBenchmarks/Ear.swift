// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Listens at a speaker's monitor and says, by the audio server's clock, when it began and ceased to sound.
final class Ear: Sendable {
  private struct State {
    var first: MonotonicTime?
    var last: MonotonicTime?
    var heardUntil = MonotonicTime(nanoseconds: 0)
    var isOver = false
  }

  private static let rate = 48_000
  private let inlet = CaptureInlet(format: AudioFormat(sampleRate: rate), capacity: rate * 8)
  private let state = Locked(State())
  private let change = WakeSignal()

  /// Listens at the speaker while `body` runs.
  static func listen<Result: Sendable>(
    at speaker: String, with source: any CaptureSource, _ body: (Ear) async throws -> Result
  ) async throws -> Result {
    let ear = Ear()
    let request = CaptureRequest(device: speaker, format: AudioFormat(sampleRate: rate), latency: .milliseconds(5))
    let stream = try await source.open(request, into: ear.inlet)
    async let reading: Void = ear.read()
    func end() async {
      ear.state.withLock { $0.isOver = true }
      ear.inlet.signal()
      await stream.stop(capturingUntil: nil)
    }
    let result: Result
    do { result = try await body(ear) } catch {
      await end()
      await reading
      throw error
    }
    await end()
    await reading
    return result
  }

  /// Forgets what sounded before.
  func reset() {
    state.withLock { state in
      state.first = nil
      state.last = nil
    }
  }

  /// Returns when something has sounded since the last `reset()`, with the moment at which it began.
  func start() async throws -> MonotonicTime { try await wait { $0.first } }

  /// Returns when all up to `moment` was heard, with the moment at which the last sound ceased, if there was one.
  func end(upTo moment: MonotonicTime) async throws -> MonotonicTime? {
    try await wait { state in state.heardUntil >= moment ? .some(state.last) : nil }
  }

  private func wait<Value>(_ value: (State) -> Value?) async throws -> Value {
    while true {
      if let value = state.withLock({ value($0) }) { return value }
      try Task.checkCancellation()
      if let end = inlet.captureEnd { throw BenchmarkFailure("The speaker's monitor ended: \(end)") }
      await change.wait()
    }
  }

  @concurrent private func read() async {
    var block = [Float](repeating: 0, count: 240)
    while !state.withLock({ $0.isOver }) {
      let start = inlet.ring.consumer.position()
      let time = inlet.ring.consumer.captureTime(of: start, sampleRate: Self.rate)
      let count = unsafe inlet.ring.consumer.read(into: &block, count: block.count)
      guard count > 0, let time else {
        await inlet.waitForFrames()
        continue
      }
      func moment(_ index: Int) -> MonotonicTime { time + .nanoseconds(Int64(Double(index) * 1e9 / Double(Self.rate))) }
      let loud = block.prefix(count).indices.filter { abs(block[$0]) > 0.003 }
      state.withLock { state in
        if let first = loud.first { state.first = state.first ?? moment(first) }
        if let last = loud.last { state.last = moment(last) }
        state.heardUntil = moment(count)
      }
      change.signal()
    }
  }
}
