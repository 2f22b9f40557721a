// SPDX-License-Identifier: Apache-2.0

import Hearsay

// Never called: that it compiles is what it tests. What stands here cannot change without a new major version.

private struct NoDevices: AudioGraph {
  func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
    let device = AudioDevice(id: "microphone", direction: .input, description: "Microphone", kind: .usb)
    report(.deviceAdded(device))
    report(.defaultChanged(.input, id: device.id))
    report(.deviceRemoved(.input, id: device.id))
    report(.ready)
  }
}

private func session(_ configuration: VoiceConfiguration) async throws {
  let session = VoiceSession(configuration)
  let _: EventStream<VoiceEvent> = session.events
  let _: AudioSession = session.audioSession
  try await session.prepare()
  let _: ListeningID = try await session.startListening()
  let _: ListeningID = try await session.startListening(ListeningOptions(device: "microphone"))
  let _: Transcript = await session.stopListening()
  await session.cancelListening()
  let id: Utterance.ID = try await session.speak("Hello")
  let _: Utterance.ID = try await session.speak(Utterance("Hello", rate: 1.5))
  let _: (Bool, Bool) = (await session.pauseSpeech(at: .immediate), await session.continueSpeech())
  let _: (Bool, Bool) = (await session.isSpeaking, await session.isPaused)
  await session.cancelSpeech(id)
  await session.cancelSpeech()
  await session.finishSpeaking()
  let _: [Voice] = try await session.voices()
  await session.close()
  try await session.run()
}

private func audioSession(_ graph: any AudioGraph) async throws {
  let session = AudioSession(graph: graph, clock: ContinuousClock()) { (_: VoiceEvent) in }
  let _: EventStream<AudioSession.Event> = session.events()
  try await session.ready()
  let _: AudioRoute = await session.currentRoute
  let _: ([AudioDevice], [AudioDevice]) = (await session.availableInputs, await session.availableOutputs)
  try await session.run()
}

private func configuration() {
  let _: VoiceSession = VoiceSession()
  var configuration = VoiceConfiguration.standard(applicationName: "own", remote: nil)
  configuration.graph = NoDevices()
  configuration.recognition = VoiceConfiguration.standardRecognition
  configuration.synthesizer = VoiceConfiguration.standardSynthesizer()
  configuration.outputDevice = "speaker"
  configuration.utteranceLimit = 3
  configuration.clock = SuspendingClock()
  configuration.shutdown = {}
  let _: VoiceConfiguration = VoiceConfiguration(
    capture: configuration.capture, playback: configuration.playback, graph: configuration.graph,
    recognition: configuration.recognition, synthesizer: configuration.synthesizer)
}

private func event(_ event: VoiceEvent) {
  switch event {
  case .state(let state):
    let _: (ListeningID?, Utterance.ID?, AudioRoute) = (state.listening, state.speaking, state.route)
  case .listeningReady(let id, let time): let _: (ListeningID, MonotonicTime) = (id, time)
  case .transcript(let update): let _: TranscriptUpdate = update
  case .synthesis(let event): let _: SynthesisEvent = event
  case .routeChanged(let change):
    let _: (RouteChange.Reason, AudioDevice?) = (change.reason, change.device)
    let _: (AudioRoute, AudioRoute, MonotonicTime) = (change.previousRoute, change.currentRoute, change.time)
  case .interruption(let interruption):
    let _: (Interruption.Phase, Interruption.Reason) = (interruption.phase, interruption.reason)
  case .inputWarning(let warning):
    if case .dropped(let frames, let place) = warning.kind { let _: (Int, Duration) = (frames, place) }
  case .error(let error, let sessionID, let utteranceID, let time):
    let _: (ListeningID?, Utterance.ID?, MonotonicTime) = (sessionID, utteranceID, time)
    let _: (String, Bool, VoiceError.Underlying?) = (error.message, error.isRecoverable, error.underlying)
  case .eventsDropped(let count): let _: Int = count
  }
}
