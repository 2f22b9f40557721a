// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

@Suite("Input in real time")
struct RealTimeInputTests {
  @Test("a recognizer that stands still for three seconds loses exactly what does not fit, and understands the rest")
  func stalled() async throws {
    let engine = StallingEngine()
    let scripted = ScriptedSession(engine: engine, speaksAtOnce: false)
    let events = EventRecorder.recording(scripted.session.events)
    let sentence = try Recording.goforward.samples
    let capacity = 48_000
    async let ready = scripted.session.startListening(ListeningOptions(bufferDuration: .seconds(3)))
    try await scripted.source.waitUntilOpen()
    // The sentence, 2.8 s, fits into the buffer. The decoder takes the first chunk out of it and stands still.
    scripted.hear(320)
    try await engine.gate.waitForWaiters()
    var accepted = 0
    let began = ContinuousClock.now
    let input = sentence + [Float](repeating: 0.01, count: 16_000)
    for index in stride(from: 0, to: input.count, by: 320) {
      try await ContinuousClock().sleep(until: began + .milliseconds(index / 16))
      accepted += scripted.source.send(Array(input[index..<min(index + 320, input.count)]))
    }
    _ = try await ready
    engine.gate.open()
    let transcript = await scripted.session.stopListening()
    await scripted.session.close()

    let sent = sentence.count + 16_000
    #expect(accepted == capacity)
    #expect(transcript.droppedFrames == sent - capacity)
    #expect(engine.decoded.withLock { $0 } == 320 + capacity)
    #expect(transcript.text == Recording.goforward.text)
    let drops = try await events.waitUntilFinished().compactMap { event -> Int? in
      guard case .inputWarning(let warning) = event, case .dropped(let frames, _) = warning.kind else { return nil }
      return frames
    }
    #expect(drops == [sent - capacity])
  }
}
