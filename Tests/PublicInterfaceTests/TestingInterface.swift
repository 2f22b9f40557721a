// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting

// Never called: that it compiles is what it tests. What stands here cannot change without a new major version.

private func server() async throws {
  var configuration = VirtualAudioServer.Configuration()
  configuration.microphones = ["microphone"]
  configuration.speakers = ["speaker"]
  let server = try await VirtualAudioServer.start(configuration)
  let sound: PlayingSound = try await server.play([0, 0], sampleRate: 16_000, into: "microphone")
  try await sound.finished()
  let recording: SoundRecording = try await server.record("speaker")
  let _: (samples: [Float], sampleRate: Int) = try await recording.stop()
  try await server.addMicrophone("other")
  try await server.setDefaultMicrophone("other")
  try await server.removeMicrophone("other")
  await server.killDaemon()
  try await server.restart()
  let _: VoiceSession = VoiceSession(.standard(remote: server.socketPath))
  await server.stop()
}
