// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

#if PipeWire && os(Linux)
  internal import HearsayPipeWire
#endif
#if PocketSphinx && os(Linux)
  internal import HearsayPocketSphinx
#endif
#if Espeak && os(Linux)
  internal import HearsayEspeak
#endif

extension VoiceConfiguration {
  /// PipeWire, PocketSphinx and eSpeak NG, as far as their traits are on; a part that is missing throws
  /// `not_supported` when it is asked for something.
  ///
  /// - Parameters:
  ///   - applicationName: What desktops show beside the app's streams.
  ///   - remote: The audio server's name or socket path; `nil` is the one that the environment names.
  /// - Returns: A configuration whose parts can be replaced one by one.
  public static func standard(applicationName: String = "hearsay", remote: String? = nil) -> VoiceConfiguration {
    let audio = standardAudio(applicationName: applicationName, remote: remote)
    return VoiceConfiguration(
      capture: audio.capture, playback: audio.playback, graph: audio.graph,
      recognition: standardRecognition, synthesizer: standardSynthesizer(), trace: TraceRecorder(),
      shutdown: audio.shutdown)
  }

  private struct Audio {
    var capture: any CaptureSource
    var playback: any PlaybackSink
    var graph: any AudioGraph
    var shutdown: @Sendable () async -> Void
  }

  private static func standardAudio(applicationName: String, remote: String?) -> Audio {
    #if PipeWire && os(Linux)
      let service = PipeWireService(remote: remote, applicationName: applicationName)
      return Audio(
        capture: service.capture, playback: service.playback, graph: service.graph,
        shutdown: { await service.close() })
    #else
      let missing = UnsupportedPart(name: "audio server", trait: "PipeWire")
      return Audio(capture: missing, playback: missing, graph: missing, shutdown: {})
    #endif
  }

  /// The default recognizer: PocketSphinx with the English model that Debian installs.
  public static var standardRecognition: any RecognitionEngine {
    #if PocketSphinx && os(Linux)
      PocketSphinxEngine()
    #else
      UnsupportedPart(name: "recognizer", trait: "PocketSphinx")
    #endif
  }

  /// The default voice engine: eSpeak NG.
  ///
  /// - Returns: An engine of its own; all engines of a process take turns on one thread.
  public static func standardSynthesizer() -> any SpeechSynthesizer {
    #if Espeak && os(Linux)
      EspeakSynthesizer()
    #else
      UnsupportedPart(name: "voice", trait: "Espeak")
    #endif
  }
}
