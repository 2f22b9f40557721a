// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("Saying on a real graph")
  struct SayingTests {
    @Test(
      "a spoken text is heard on the speaker from its first to its last sample, again and again",
      arguments: [1024, 8192])
    func heard(_ quantum: Int) async throws {
      let voice = RecordingSynthesizer()
      let server = VirtualAudioServer.Configuration(microphones: ["mic"], speakers: ["speaker"], quantum: quantum)
      try await LiveSession.run(server, synthesizer: voice) { live in
        var rendered: [Envelope] = []
        let recording = try await live.server.record("speaker")
        for _ in 0..<3 {
          let first = voice.blocks.events.count
          let id = try await live.session.speak("Hello there")
          #expect(try await live.events.end(of: id))
          rendered.append(Envelope(Array(voice.blocks.events[first...])))
          // Long enough for the output to be corked, and a silence that tells the utterances apart.
          try await recording.wait(forMoreFrames: 48_000)
        }
        let heard = try await recording.stop()

        #expect(live.milestones == Array(repeating: ["ptt://tts-started", "ptt://tts-ended"], count: 3).flatMap { $0 })
        let parts = Envelope.parts(of: heard.samples, sampleRate: heard.sampleRate, silence: .milliseconds(500))
        #expect(parts.count == 3)
        for (part, rendered) in zip(parts, rendered) {
          let difference = part.seconds - rendered.seconds
          let likeness = part.likeness(to: rendered)
          print("quantum \(quantum): heard \(part.seconds) s, rendered \(rendered.seconds) s, likeness \(likeness)")
          #expect(abs(difference) < 0.005)
          #expect(likeness > 0.99)
        }
      }
    }

    @Test(
      "speech that is paused is silent, and goes on with nothing left out",
      arguments: [SpeechBoundary.immediate, .word])
    func paused(at boundary: SpeechBoundary) async throws {
      let voice = RecordingSynthesizer()
      try await LiveSession.run(synthesizer: voice) { live in
        let recording = try await live.server.record("speaker")
        let id = try await live.session.speak("Hello there, my good old friend")
        try await live.events.start(of: id)
        #expect(await live.session.pauseSpeech(at: boundary))
        try await live.events.first { $0.name == "ptt://tts-paused" ? () : nil }
        #expect(await live.session.isPaused)
        // What the recorder has not written yet belongs to the time before.
        try await recording.wait(forMoreFrames: 9600)
        let silentFrom = recording.frameCount
        try await recording.wait(forMoreFrames: 48_000)
        let silentTo = recording.frameCount
        #expect(await live.session.continueSpeech())
        #expect(try await live.events.end(of: id))
        try await recording.wait(forMoreFrames: 9600)
        let heard = try await recording.stop()

        #expect(heard.samples[silentFrom..<silentTo].allSatisfy { abs($0) < 0.001 })
        let parts = Envelope.parts(of: heard.samples, sampleRate: heard.sampleRate, silence: .milliseconds(900))
        let seconds = parts.reduce(0) { $0 + $1.seconds }
        let rendered = Envelope(voice.blocks.events).seconds
        print("paused at \(boundary): heard \(parts.map(\.seconds)) s, rendered \(rendered) s")
        // One when it was paused in the quiet first milliseconds. The silence around the cut is no part of either.
        #expect(parts.count == 1 || parts.count == 2)
        #expect(seconds > rendered - 0.25 && seconds < rendered + 0.02)
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(
          events.map(\.name).filter { $0.contains("tts") && !$0.contains("word") } == [
            "ptt://tts-started", "ptt://tts-paused", "ptt://tts-continued", "ptt://tts-ended",
          ])
      }
    }

    @Test("a long text that is cancelled falls silent within two cycles, has one end, and the next one is heard")
    func cancelled() async throws {
      let quantum = 1024
      try await LiveSession.run(.init(microphones: ["mic"], speakers: ["speaker"], quantum: quantum)) { live in
        let recording = try await live.server.record("speaker")
        let id = try await live.session.speak(Texts.long)
        // 200 ms by the clock of the graph.
        try await recording.wait(forMoreFrames: 9600)
        await live.session.cancelSpeech()
        let recorded = recording.frameCount
        #expect(live.events.ends(of: id).count <= 1)
        #expect(try await live.events.end(of: id) == false)
        try await recording.wait(forMoreFrames: 24_000)
        let next = try await live.session.speak("Hello there")
        try await live.events.start(of: next)
        let secondStart = recording.frameCount
        #expect(try await live.events.end(of: next))
        try await recording.wait(forMoreFrames: 4 * quantum)
        let samples = try await recording.stop().samples

        // What the recorder had not written yet when it was asked is some cycles.
        let silent = recorded + 2 * quantum + 4 * quantum
        let loud = samples.prefix(silent).lastIndex { abs($0) > 0.001 } ?? 0
        print("cancelled at \(recorded), the last loud sample at \(loud): \(Double(loud - recorded) / 48) ms later")
        #expect(samples[max(0, recorded - 9600)..<recorded].contains { abs($0) > 0.02 })
        #expect(samples[silent..<(recorded + 24_000)].allSatisfy { abs($0) < 0.001 })
        #expect(samples[(secondStart - 8 * quantum)...].contains { abs($0) > 0.02 })
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(live.events.ends(of: id) == [false])
        #expect(events.filter { $0.name == "ptt://error" } == [])
      }
    }
  }
}
