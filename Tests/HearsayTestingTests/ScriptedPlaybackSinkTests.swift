// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@Suite("ScriptedPlaybackSink")
struct ScriptedPlaybackSinkTests {
  private let failure = VoiceError(.audioError, .deviceRemoved, "The speaker is gone; plug it in.")

  private func buffer(_ capacity: Int = 1_000) -> PlaybackBuffer {
    PlaybackBuffer(format: AudioFormat(sampleRate: 1_000), capacity: capacity)
  }

  @Test("an output plays only while it is resumed, and only as far as the test says")
  func advance() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer()
    let stream = try await sink.open(PlaybackRequest(device: "speaker"), from: buffer)
    #expect(buffer.write([1, 2, 3, 4]) == 4)
    #expect(sink.advance(frames: 2) == 0)

    try await stream.resume()
    #expect(sink.isRunning)
    #expect(sink.advance(frames: 2) == 2)
    #expect(sink.heard == [1, 2])
    #expect(buffer.heardFrames() == 2)

    await stream.pause()
    #expect(sink.advance(frames: 2) == 0)
    try await stream.resume()
    #expect(sink.advance(frames: 10) == 2)
    #expect(sink.heard == [1, 2, 3, 4])

    await stream.close()
    #expect(sink.openCount == 0)
    #expect(sink.calls == [.open(PlaybackRequest(device: "speaker")), .resume, .pause, .resume, .close])
  }

  @Test("frames that are heard later are not heard yet")
  func heardAt() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer()
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    try await stream.resume()
    _ = buffer.write([1, 2, 3, 4])
    let moment = MonotonicTime.now + .seconds(100)

    sink.advance(frames: 4, heardAt: moment)

    #expect(buffer.takenFrames == 4)
    #expect(buffer.heardFrames(at: moment) == 0)
    #expect(buffer.heardFrames(at: moment + .milliseconds(2)) == 2)
    #expect(buffer.heardFrames(at: moment + .seconds(1)) == 4)
    await stream.close()
  }

  @Test("an empty buffer from which more is expected underruns")
  func underrun() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer()
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    try await stream.resume()
    sink.advance(frames: 5)
    #expect(buffer.underrunFrames == 0)
    buffer.expectMore(true)
    sink.advance(frames: 5)
    #expect(buffer.underrunFrames == 5)
    #expect(sink.heard.isEmpty)
    await stream.close()
  }

  @Test("a free-running output takes all that is written")
  func freeRunning() async throws {
    let sink = ScriptedPlaybackSink(mode: .freeRunning)
    let buffer = buffer(4)
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    try await stream.resume()
    let sound: [Float] = (1...20).map { Float($0) }
    var rest = sound[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(buffer.write(rest))
      if !rest.isEmpty { await buffer.waitForProgress() }
    }
    try await sink.waitUntilHeard(20)
    #expect(sink.heard == sound)
    await stream.close()
    #expect(!sink.isRunning)
  }

  @Test("playing on until a number of frames waits for the writer")
  func advanceUntilHeard() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer(3)
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    try await stream.resume()
    let writer = Task {
      for value in 1...9 {
        while buffer.write([Float(value)]) == 0 { await buffer.waitForProgress() }
      }
    }
    try await sink.advance(untilHeard: 9)
    await writer.value
    #expect(sink.heard == (1...9).map { Float($0) })
    await stream.close()
  }

  @Test("a failure reaches the writer and ends the playing")
  func fail() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer()
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    try await stream.resume()
    _ = buffer.write([1])
    sink.fail(failure)
    #expect(buffer.error == failure)
    #expect(sink.advance(frames: 1) == 0)
    await #expect(throws: failure) { try await stream.resume() }
    await stream.close()
  }

  @Test("a refusal fails one opening, and a gate holds it")
  func refuse() async throws {
    let sink = ScriptedPlaybackSink()
    let buffer = buffer()
    sink.refuseNext(failure)
    await #expect(throws: failure) { _ = try await sink.open(PlaybackRequest(), from: buffer) }

    let gate = Gate()
    sink.holdOpening(at: gate)
    let opening = Task { try await sink.open(PlaybackRequest(), from: buffer) }
    try await gate.waitForWaiters()
    opening.cancel()
    await #expect(throws: VoiceError.self) { _ = try await opening.value }
    #expect(sink.openCount == 0)

    let second = Task { try await sink.open(PlaybackRequest(), from: buffer) }
    try await gate.waitForWaiters()
    gate.open()
    await (try await second.value).close()
    try await sink.wait { $0.last == .close }
  }
}
