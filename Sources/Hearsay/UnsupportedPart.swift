// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Stands where a backend would whose trait is off: everything it is asked for fails with `not_supported`.
struct UnsupportedPart: Sendable {
  let name: String
  let trait: String
  let sampleRate = 16_000

  private var error: VoiceError {
    VoiceError(
      .notSupported, .traitDisabled,
      "This build has no \(name); build the package with its trait \(trait) on Linux.")
  }
}

extension UnsupportedPart: CaptureSource {
  func open(_ request: CaptureRequest, into inlet: CaptureInlet) async throws(VoiceError) -> any CaptureStream {
    throw error
  }
}

extension UnsupportedPart: PlaybackSink {
  func open(_ request: PlaybackRequest, from buffer: PlaybackBuffer) async throws(VoiceError) -> any PlaybackStream {
    throw error
  }
}

extension UnsupportedPart: AudioGraph {
  func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) { throw error }
}

extension UnsupportedPart: RecognitionEngine {
  func makeDecoder() throws(VoiceError) -> any SpeechDecoder { throw error }
}

extension UnsupportedPart: SpeechSynthesizer {
  func prepare() async throws(VoiceError) { throw error }
  func voices() async throws(VoiceError) -> [Voice] { throw error }
  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) { throw error }
}
