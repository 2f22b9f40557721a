// SPDX-License-Identifier: Apache-2.0

// Prints what is said in a sound file: first the partial results as they come, then the final one.
//
//   swift run TranscribeFile speech.wav

#if Files && os(Linux)
  internal import Foundation
  internal import Hearsay
  internal import HearsayFiles

  guard CommandLine.arguments.count == 2 else {
    print("Usage: TranscribeFile FILE")
    exit(64)
  }

  let recognizer = Recognizer(engine: VoiceConfiguration.standardRecognition)
  do {
    // Any format and any rate: the reader delivers mono chunks at the rate that the engine wants.
    let file = try await AudioFileReader.open(CommandLine.arguments[1], sampleRate: recognizer.engine.sampleRate)
    let transcript = try await recognizer.transcribe(file) { update in
      if !update.isFinal { print("… \(update.text)") }
    }
    print(transcript.text)
    await recognizer.close()
  } catch {
    print("Cannot transcribe: \((error as? VoiceError)?.message ?? "\(error)")")
    exit(1)
  }
#else
  print("This example reads a sound file; build the package with its trait Files.")
#endif
