// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// The parts that a voice session is made of; each can be replaced by one of the app's own.
public struct VoiceConfiguration: Sendable {
  /// Where audio comes from.
  public var capture: any CaptureSource
  /// Where speech is heard.
  public var playback: any PlaybackSink
  /// Who knows the devices.
  public var graph: any AudioGraph
  /// What understands speech.
  public var recognition: any RecognitionEngine
  /// What speaks; `VoiceSession.close()` closes it.
  public var synthesizer: any SpeechSynthesizer
  /// The stable name of the output device; `nil` follows the default output.
  public var outputDevice: String?
  /// How many utterances may wait; one more is refused with `busy`.
  public var utteranceLimit: Int
  /// Measures every time limit.
  public var clock: any Clock<Duration>
  /// Remembers when audio, results and utterances passed which stage; `nil` remembers nothing.
  public var trace: TraceRecorder?
  /// Called last by `VoiceSession.close()`, to give back what the parts share.
  public var shutdown: @Sendable () async -> Void

  /// Makes a configuration out of parts.
  ///
  /// - Parameters:
  ///   - capture: Where audio comes from.
  ///   - playback: Where speech is heard.
  ///   - graph: Who knows the devices.
  ///   - recognition: What understands speech.
  ///   - synthesizer: What speaks.
  ///   - outputDevice: The stable name of the output device; `nil` follows the default output.
  ///   - utteranceLimit: How many utterances may wait.
  ///   - clock: Measures every time limit.
  ///   - trace: Remembers when audio, results and utterances passed which stage.
  ///   - shutdown: Called last by `VoiceSession.close()`.
  public init(
    capture: any CaptureSource, playback: any PlaybackSink, graph: any AudioGraph,
    recognition: any RecognitionEngine, synthesizer: any SpeechSynthesizer, outputDevice: String? = nil,
    utteranceLimit: Int = 256, clock: any Clock<Duration> = ContinuousClock(),
    trace: TraceRecorder? = nil, shutdown: @escaping @Sendable () async -> Void = {}
  ) {
    self.capture = capture
    self.playback = playback
    self.graph = graph
    self.recognition = recognition
    self.synthesizer = synthesizer
    self.outputDevice = outputDevice
    self.utteranceLimit = utteranceLimit
    self.clock = clock
    self.trace = trace
    self.shutdown = shutdown
  }
}
