// SPDX-License-Identifier: Apache-2.0

// Confined to the queue's actor: not Sendable, and its async methods run on the caller's actor.

/// The queue's output: opened on first need, corked while idle, opened anew when the rate changes or it failed.
final class SpeechOutput {
  private let sink: any PlaybackSink
  private let request: PlaybackRequest
  private let signal: SpeechSignal
  private var stream: (any PlaybackStream)?
  private var isRunning = false

  /// Where frames go; `nil` while there is no output.
  private(set) var buffer: PlaybackBuffer?

  init(sink: any PlaybackSink, request: PlaybackRequest, signal: SpeechSignal) {
    self.sink = sink
    self.request = request
    self.signal = signal
  }

  /// Returns when an output of that rate runs.
  func run(sampleRate: Int) async throws(VoiceError) -> PlaybackBuffer {
    if let buffer, buffer.error != nil || buffer.format.sampleRate != sampleRate { await close() }
    let buffer: PlaybackBuffer
    if let present = self.buffer {
      buffer = present
    } else {
      // A second of frames: no delay, since a cancellation empties the buffer, and no underrun on a busy machine.
      buffer = PlaybackBuffer(format: AudioFormat(sampleRate: sampleRate), capacity: sampleRate)
      stream = try await sink.open(request, from: buffer)
      self.buffer = buffer
      signal.attach(buffer)
    }
    if !isRunning {
      do throws(VoiceError) { try await stream?.resume() } catch {
        // What does not run once is not tried again: the next utterance opens another one.
        buffer.fail(error)
        throw error
      }
      isRunning = true
    }
    return buffer
  }

  /// Corks the output.
  func rest() async {
    guard isRunning else { return }
    isRunning = false
    await stream?.pause()
  }

  /// Throws away what was written and not played.
  func discard() { buffer?.discard() }

  /// Gives everything back.
  func close() async {
    let closing = stream
    stream = nil
    buffer = nil
    isRunning = false
    await closing?.close()
  }
}
