// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

#if Files && os(Linux)
  internal import HearsayFiles
#endif

/// Renders speech to a sound file.
enum SpeechFile {
  /// Writes what `utterance` sounds like; the file appears when it is complete, and not at all when that fails.
  ///
  /// - Throws: `not_supported`, `invalid_argument`, `synthesis_error`; `interrupted` when the program was asked to end.
  static func write(
    _ utterance: Utterance, to path: String, _ console: Console, until termination: Termination
  ) async throws {
    #if Files && os(Linux)
      let speech = SpeechRenderer(synthesizer: VoiceConfiguration.standardSynthesizer()).render(utterance)
      var writer: AudioFileWriter?
      var sampleRate = 0
      for try await block in speech {
        guard termination.cause == nil else {
          throw VoiceError(
            .interrupted, .unspecified, "The file \(path) was not written, because the command was stopped.")
        }
        if writer == nil { writer = try await AudioFileWriter.create(path, sampleRate: block.sampleRate) }
        sampleRate = block.sampleRate
        try await writer?.write(block.samples)
      }
      guard let writer else {
        throw VoiceError(
          .synthesisError, .engineFailed, "The voice made no sound for \(path); give a text that it can speak.")
      }
      try await writer.finish()
      let length = AudioFormat(sampleRate: sampleRate).duration(ofFrames: await writer.sampleCount)
      await console.emit(
        EventObject.make(
          "hearsay://file-written",
          ["file": .text(path), "seconds": EventObject.seconds(length), "sampleRate": .integer(Int64(sampleRate))]))
    #else
      throw VoiceError(
        .notSupported, .traitDisabled, "This build writes no sound files; build it with its trait Files on Linux.")
    #endif
  }
}
