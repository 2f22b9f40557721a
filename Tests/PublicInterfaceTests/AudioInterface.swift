// SPDX-License-Identifier: Apache-2.0

import Hearsay
import Synchronization
import Testing

// Never called: that it compiles is what it tests. What stands here cannot change without a new major version.

private struct Half: AudioProcessor {
  func process(_ chunk: inout AudioChunk) async { for index in chunk.samples.indices { chunk.samples[index] /= 2 } }
}

private struct Silence: CaptureSource {
  struct Stream: CaptureStream {
    func stop(capturingUntil moment: MonotonicTime?) async {}
  }
  func open(_ request: CaptureRequest, into inlet: CaptureInlet) async throws(VoiceError) -> any CaptureStream {
    let _: (String?, AudioFormat, Duration) = (request.device, request.format, request.latency)
    let accepted: Int = inlet.write([0, 0], capturedAt: .now)
    let _: (Int, Int, AudioFormat, CaptureEnd?) = (accepted, inlet.free, inlet.format, inlet.captureEnd)
    await inlet.waitForRoom()
    inlet.signal()
    inlet.end(.endOfInput)
    inlet.end(.failed(VoiceError(.audioError, .streamFailed, "The stream failed.")))
    return Stream()
  }
}

private struct Nowhere: PlaybackSink {
  struct Stream: PlaybackStream {
    func resume() async throws(VoiceError) {}
    func pause() async {}
    func close() async {}
  }
  func open(_ request: PlaybackRequest, from buffer: PlaybackBuffer) async throws(VoiceError) -> any PlaybackStream {
    let _: (String?, Duration) = (request.device, request.latency)
    let _: (AudioFormat, Int, Int) = (buffer.format, buffer.capacity, buffer.write([0, 0]))
    let _: (UInt64, UInt64, UInt64, UInt64) = (
      buffer.writtenFrames, buffer.takenFrames, buffer.underrunFrames, buffer.heardFrames(at: .now)
    )
    buffer.expectMore(true)
    buffer.discard()
    buffer.signal()
    await buffer.waitForProgress()
    buffer.fail(VoiceError(.routeChanged, .deviceRemoved, "The device is gone.", isRecoverable: true))
    let _: VoiceError? = buffer.error
    return Stream()
  }
}

/// Plays into an array whatever there is when it is asked for frames.
private final class ArraySink: PlaybackSink, PlaybackStream {
  private struct State {
    var buffer: PlaybackBuffer?
    var isRunning = false
    var played: [Float] = []
  }

  private let state = Mutex(State())

  var played: [Float] { state.withLock { $0.played } }

  func open(_ request: PlaybackRequest, from buffer: PlaybackBuffer) async throws(VoiceError) -> any PlaybackStream {
    state.withLock { $0.buffer = buffer }
    return self
  }

  func resume() async throws(VoiceError) { state.withLock { $0.isRunning = true } }

  func pause() async { state.withLock { $0.isRunning = false } }

  func close() async { state.withLock { $0.buffer = nil } }

  /// One cycle of the output, whose frames are heard at once.
  func cycle(frames: Int) {
    guard let buffer = state.withLock({ $0.isRunning ? $0.buffer : nil }) else { return }
    let samples: [Float] = buffer.render(count: frames, heardAt: MonotonicTime(nanoseconds: 0))
    state.withLock { $0.played += samples }
    buffer.signal()
  }
}

@Suite("An output of the app's own")
struct OwnOutputTests {
  @Test("what is written to the buffer is played into an array, in order, with silence behind it")
  func playsIntoArray() async throws {
    let sink = ArraySink()
    let buffer = PlaybackBuffer(format: AudioFormat(sampleRate: 1_000), capacity: 10)
    let stream = try await sink.open(PlaybackRequest(), from: buffer)
    #expect(buffer.write([1, 2, 3, 4]) == 4)
    sink.cycle(frames: 2)
    #expect(sink.played == [])
    try await stream.resume()
    sink.cycle(frames: 3)
    sink.cycle(frames: 3)
    await buffer.waitForProgress()
    #expect(sink.played == [1, 2, 3, 4, 0, 0])
    #expect(buffer.takenFrames == 4)
    #expect(buffer.heardFrames() == 4)
    #expect(buffer.render(count: 0, heardAt: .now) == [])
    #expect(buffer.render(count: -1, heardAt: .now) == [])
    await stream.close()
  }
}

private func audioValues() async {
  let format = AudioFormat(sampleRate: 16_000, channelCount: 1)
  let _: (Int, Int, Duration, Int) = (
    format.sampleRate, format.channelCount, format.duration(ofFrames: 160), format.frames(in: .seconds(1))
  )
  var chunk = AudioChunk(samples: [0, 1], sampleIndex: 0, sampleRate: format.sampleRate, capturedAt: .now)
  let _: Range<Duration> = chunk.range
  let level = AudioLevel(of: chunk.samples)
  let _: (Float, Float) = (level.peak, level.rms)
  let processors: [any AudioProcessor] = [GainProcessor(gain: 2), Half()]
  for processor in processors { await processor.process(&chunk) }
  let tap = AudioTap()
  let chunks: EventStream<AudioChunk> = tap.chunks
  tap.send(chunk)
  tap.finish()
  for await _ in chunks {}
  let moment = MonotonicTime(nanoseconds: 1) + .seconds(1)
  let _: (UInt64, Duration, Bool) = (moment.nanoseconds, moment - .now, moment < .now)
}

private func ownParts() {
  let _: CaptureInlet = CaptureInlet(format: AudioFormat(sampleRate: 16_000), capacity: 16_000)
  let _: PlaybackBuffer = PlaybackBuffer(format: AudioFormat(sampleRate: 22_050), capacity: 22_050)
  let _: CaptureRequest = CaptureRequest(device: nil, format: AudioFormat(sampleRate: 1), latency: .zero)
  let _: PlaybackRequest = PlaybackRequest(device: nil, latency: .zero)
  let _: any CaptureSource = Silence()
  let _: any PlaybackSink = Nowhere()
}
