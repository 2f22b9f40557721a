// SPDX-License-Identifier: Apache-2.0

import Hearsay

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
