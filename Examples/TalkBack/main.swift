// SPDX-License-Identifier: Apache-2.0

// Listens until Enter is pressed, then says what it heard.
//
//   swift run TalkBack

internal import Foundation
internal import Hearsay

/// Waits for Enter without blocking a thread of the cooperative pool.
func enterPressed() async {
  await withCheckedContinuation { continuation in
    Thread {
      _ = readLine(); continuation.resume()
    }.start()
  }
}

let session = VoiceSession()

do {
  try await session.startListening()
  print("Listening. Speak, then press Enter.")
  await enterPressed()

  let transcript = await session.stopListening()
  print("Heard: \(transcript.text)")

  try await session.speak(transcript.text.isEmpty ? "I heard nothing." : "You said: \(transcript.text)")
  await session.finishSpeaking()
  await session.close()
} catch {
  print("Cannot go on: \((error as? VoiceError)?.message ?? "\(error)")")
  await session.close()
  exit(1)
}
