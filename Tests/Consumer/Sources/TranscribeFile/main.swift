// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayFiles

let recognizer = Recognizer(engine: VoiceConfiguration.standardRecognition)
let file = try await AudioFileReader.open(CommandLine.arguments[1])
let transcript = try await recognizer.transcribe(file)
print(transcript.text)
await recognizer.close()
