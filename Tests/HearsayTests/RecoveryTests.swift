// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("Lost servers and devices")
  struct RecoveryTests {
    @Test("a killed server ends what runs with what was heard, and the same session works once it is back")
    func killedServer() async throws {
      try await LiveSession.run { live in
        try await live.session.prepare()
        let id = try await live.session.startListening()
        try await live.server.play(Recording.goforward.samples, sampleRate: 16_000, into: "mic").finished()
        var utterances: [Utterance.ID] = []
        for _ in 0..<3 { utterances.append(try await live.session.speak(Texts.long)) }
        try await live.events.start(of: utterances[0])

        await live.server.killDaemon()

        #expect(try await live.events.final(of: id).text == Recording.goforward.text)
        for utterance in utterances { #expect(try await live.events.end(of: utterance) == false) }
        let began = try await live.events.first { if case .interruption(let event) = $0 { event } else { nil } }
        #expect(began.phase == .began)
        #expect(began.reason == .serviceLost)
        #expect(await live.session.stopListening().text == Recording.goforward.text)

        try await live.server.restart()
        let ended = try await live.events.first { event in
          if case .interruption(let event) = event, event.phase != .began { event } else { nil }
        }
        #expect(ended.phase == .ended(shouldResume: true))

        let next = try await live.session.startListening()
        try await live.server.play(Recording.something.samples, sampleRate: 16_000, into: "mic").finished()
        #expect(await live.session.stopListening().text == Recording.something.text)
        let spoken = try await live.session.speak("Back again")
        #expect(try await live.events.end(of: spoken))

        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(live.events.finals(of: id).count == 1)
        #expect(live.events.errors(of: id).map(\.code) == [.interrupted])
        #expect(live.events.finals(of: next).count == 1)
        for utterance in utterances { #expect(live.events.ends(of: utterance) == [false]) }
        #expect(live.events.errors(of: utterances[0]).map(\.code) == [.interrupted])
        let interruptions = events.filter { $0.name == "ptt://interruption" }
        #expect(interruptions.count == 2)
      }
    }

    @Test("a microphone that is unplugged while listening leaves its text, then route_changed")
    func removedMicrophone() async throws {
      try await LiveSession.run { live in
        try await live.session.prepare()
        let id = try await live.session.startListening()
        try await live.server.play(Recording.goforward.samples, sampleRate: 16_000, into: "mic").finished()
        try await live.server.removeMicrophone("mic")

        #expect(try await live.events.final(of: id).text == Recording.goforward.text)
        let change = try await live.events.first { event in
          if case .routeChanged(let change) = event, change.reason == .oldDeviceUnavailable { change } else { nil }
        }
        #expect(change.device?.id == "mic")
        #expect(change.previousRoute.input?.id == "mic")
        #expect(change.currentRoute.input == nil)
        #expect(change.currentRoute.output?.id == "speaker")
        let stopped = await live.session.stopListening()
        #expect(stopped.text == Recording.goforward.text)

        let failure = await #expect(throws: VoiceError.self) { try await live.session.startListening() }
        #expect(failure?.reason == .noDevice)
        try await live.server.addMicrophone("mic")
        try await live.server.setDefaultMicrophone("mic")
        try await live.session.startListening()
        try await live.server.play(Recording.something.samples, sampleRate: 16_000, into: "mic").finished()
        #expect(await live.session.stopListening().text == Recording.something.text)

        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(live.events.errors(of: id).map(\.code) == [.routeChanged])
      }
    }

    @Test("another default microphone while listening is told, and followed without a loss")
    func changedDefault() async throws {
      try await LiveSession.run(.init(microphones: ["mic", "headset"], speakers: ["speaker"])) { live in
        try await live.session.prepare()
        let id = try await live.session.startListening()
        try await live.server.play(Recording.goforward.samples, sampleRate: 16_000, into: "mic").finished()
        try await live.server.setDefaultMicrophone("headset")
        let change = try await live.events.first { event in
          if case .routeChanged(let change) = event, change.reason == .defaultChanged { change } else { nil }
        }
        #expect(change.previousRoute.input?.id == "mic")
        #expect(change.currentRoute.input?.id == "headset")
        try await live.waitForLink(from: "headset", to: "app")
        try await live.server.play(Recording.something.samples, sampleRate: 16_000, into: "headset").finished()
        let transcript = await live.session.stopListening()

        #expect(transcript.text == "\(Recording.goforward.text) \(Recording.something.text)")
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(live.events.errors(of: id) == [])
        #expect(live.events.finals(of: id).count == 1)
      }
    }

    @Test("a speaker that is unplugged while speaking ends the utterance, and the next one uses what is there")
    func removedSpeaker() async throws {
      try await LiveSession.run(.init(microphones: ["mic"], speakers: ["speaker", "headphones"])) { live in
        try await live.session.prepare()
        try await live.server.setDefaultSpeaker("headphones")
        let id = try await live.session.speak(Texts.long)
        try await live.events.start(of: id)
        try await live.server.removeSpeaker("headphones")
        #expect(try await live.events.end(of: id) == false)
        let next = try await live.session.speak("Still here")
        #expect(try await live.events.end(of: next))
        await live.session.close()
        #expect(EventOrder(try await live.events.waitUntilFinished()).violations == [])
        #expect(live.events.errors(of: id).map(\.code) == [.routeChanged])
      }
    }
  }
}
