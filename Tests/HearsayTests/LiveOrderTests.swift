// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

extension LiveTests {
  @Suite("The order of events on a real graph")
  struct LiveOrderTests {
    @Test("20 rounds of commands at random keep every order rule")
    func randomRounds() async throws {
      try await LiveSession.run { live in
        try await live.session.prepare()
        var rounds = RandomRounds(session: live.session, recorder: live.events, hear: { _ in })
        print("random rounds on a graph: \(rounds.generator)")
        for _ in 0..<20 { try await rounds.run() }
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [], "\(rounds.generator)")
        rounds.checkBooks()
        #expect(try await !live.server.nodeNames().contains("app"))
      }
    }

    @Test("stops, starts and cancellations in every state keep the order of events")
    func everyState() async throws {
      try await LiveSession.run { live in
        let session = live.session
        #expect(await session.stopListening() == .empty)
        await session.cancelListening()

        // Right behind the start: the start throws, and the microphone is free again.
        for round in 0..<5 {
          let start = Task { try await session.startListening() }
          for _ in 0..<(round * 20) { await Task.yield() }
          _ = await session.stopListening()
          if case .failure(let error) = await start.result { #expect(error is CancellationError, "\(error)") }
          _ = await session.stopListening()
          #expect(try await !live.server.nodeNames().contains("app"))
        }

        let id = try await session.startListening()
        let error = await #expect(throws: VoiceError.self) { try await session.startListening() }
        #expect(error?.code == .busy)
        async let first = session.stopListening()
        async let second = session.stopListening()
        let transcripts = [await first, await second, await session.stopListening()]
        #expect(Set(transcripts).count == 1)
        #expect(transcripts[0].sessionID == id)
        #expect(transcripts[0].text == "")

        let cancelled = try await session.startListening()
        await session.cancelListening()
        #expect(try await live.events.final(of: cancelled).text == "")
        #expect(try await !live.server.nodeNames().contains("app"))

        await session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        #expect(events.filter { $0.name == "ptt://error" } == [])
        #expect(live.events.finals(of: id).count == 1)
      }
    }

    @Test("utterances are spoken in their order, each with its own words and one end")
    func utterances() async throws {
      try await LiveSession.run { live in
        var ids: [Utterance.ID] = []
        for text in ["One two.", "Three four five.", "Six."] { ids.append(try await live.session.speak(text)) }
        for id in ids { #expect(try await live.events.end(of: id)) }
        await live.session.close()
        let events = try await live.events.waitUntilFinished()
        #expect(EventOrder(events).violations == [])
        for (id, words) in zip(ids, [2, 3, 1]) {
          #expect(live.events.ends(of: id) == [true])
          let heard = events.filter { event in
            if case .synthesis(let event) = event, event.utteranceID == id, case .word = event.kind {
              true
            } else {
              false
            }
          }
          #expect(heard.count == words)
        }
      }
    }

    @Test("everything starts from the main actor on a real graph")
    @MainActor
    func mainActor() async throws {
      let server = try await VirtualAudioServer.start(.init())
      let session = VoiceSession(.standard(applicationName: "app", remote: server.socketPath))
      try await session.prepare()
      try await session.startListening()
      let recorder = EventRecorder<VoiceEvent>.recording(session.events)
      let id = try await session.speak("One")
      #expect(try await recorder.end(of: id))
      #expect(await session.stopListening().text == "")
      await session.close()
      await server.stop()
    }
  }
}
