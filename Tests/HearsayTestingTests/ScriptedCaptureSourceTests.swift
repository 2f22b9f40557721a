// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite("ScriptedCaptureSource")
struct ScriptedCaptureSourceTests {
  private let format = AudioFormat(sampleRate: 16_000)
  private var request: CaptureRequest { CaptureRequest(device: "mic", format: format) }
  private let source = ScriptedCaptureSource()
  private let failure = VoiceError(.audioError, .noDevice, "There is no device; plug one in.")

  private func read(_ inlet: CaptureInlet) -> [Float] {
    [Float](unsafeUninitializedCapacity: inlet.ring.count) { target, count in
      guard let base = target.baseAddress else { return }
      count = inlet.ring.consumer.read(into: base, count: target.count)
    }
  }

  @Test("frames go to an open stream only, and none come after the stop")
  func send() async throws {
    let inlet = CaptureInlet(format: format, capacity: 100)
    #expect(source.send([9]) == 0)

    let stream = try await source.open(request, into: inlet)
    #expect(source.requests == [request])
    #expect(source.openCount == 1)
    #expect(source.send([1, 2], capturedAt: MonotonicTime(nanoseconds: 5)) == 2)
    source.hold([3])
    await stream.stop(capturingUntil: .now)

    #expect(source.send([4]) == 0)
    #expect(source.openCount == 0)
    #expect(read(inlet) == [1, 2, 3])
    #expect(inlet.captureEnd == nil)
    await stream.stop(capturingUntil: nil)
  }

  @Test("a stop at once leaves out what the device still held")
  func stopAtOnce() async throws {
    let inlet = CaptureInlet(format: format, capacity: 100)
    let stream = try await source.open(request, into: inlet)
    source.send([1])
    source.hold([2])
    await stream.stop(capturingUntil: nil)
    #expect(read(inlet) == [1])
  }

  @Test("an end reaches the inlet, and a stopped stream's inlet no more")
  func end() async throws {
    let inlet = CaptureInlet(format: format, capacity: 100)
    let stream = try await source.open(request, into: inlet)
    source.end(.failed(failure))
    #expect(inlet.captureEnd == .failed(failure))
    #expect(source.send([1]) == 0)
    await stream.stop(capturingUntil: nil)

    let other = CaptureInlet(format: format, capacity: 100)
    let stopped = try await source.open(request, into: other)
    await stopped.stop(capturingUntil: nil)
    source.end(.endOfInput)
    #expect(other.captureEnd == nil)
  }

  @Test("a refusal fails one opening, and the next succeeds")
  func refuse() async throws {
    source.refuseNext(failure)
    let inlet = CaptureInlet(format: format, capacity: 100)
    await #expect(throws: failure) { _ = try await source.open(request, into: inlet) }
    #expect(source.openCount == 0)
    let stream = try await source.open(request, into: inlet)
    #expect(source.openedCount == 1)
    await stream.stop(capturingUntil: nil)
    try await source.waitUntilClosed()
  }

  @Test("an opening held at a gate goes on when let through, and leaves nothing when cancelled")
  func hold() async throws {
    let gate = Gate()
    source.holdOpening(at: gate)
    let inlet = CaptureInlet(format: format, capacity: 100)
    let (source, request) = (source, request)
    let opening = Task { try await source.open(request, into: inlet) }
    try await gate.waitForWaiters()
    #expect(source.openCount == 0)
    gate.releaseOne()
    try await source.waitUntilOpen()
    await (try await opening.value).stop(capturingUntil: nil)

    let cancelled = Task { try await source.open(request, into: inlet) }
    try await gate.waitForWaiters()
    cancelled.cancel()
    await #expect(throws: VoiceError.self) { _ = try await cancelled.value }
    #expect(source.openCount == 0)
  }

  @Test("a full inlet refuses the newest frames")
  func full() async throws {
    let inlet = CaptureInlet(format: format, capacity: 2)
    let stream = try await source.open(request, into: inlet)
    #expect(source.send([1, 2, 3]) == 2)
    #expect(inlet.ring.droppedCount == 1)
    await stream.stop(capturingUntil: nil)
  }
}
