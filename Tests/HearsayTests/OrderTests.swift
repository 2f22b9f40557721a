// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

@Suite("The order of a voice session's events")
struct OrderTests {
  @Test("200 rounds of commands at random keep every order rule")
  func randomRounds() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    var rounds = RandomRounds(session: scripted.session, recorder: recorder, hear: { scripted.hear($0) })
    print("random rounds on doubles: \(rounds.generator)")
    for _ in 0..<200 { try await rounds.run() }
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()

    #expect(EventOrder(events).violations == [], "\(rounds.generator)")
    rounds.checkBooks()
    #expect(scripted.source.openCount == 0)
    #expect(scripted.sink.openCount == 0)
    #expect(rounds.startedCount > 20)
    #expect(rounds.spokenCount > 20)
  }

  @Test("a stop before any start is empty and tells nobody")
  func stopBeforeStart() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    #expect(await scripted.session.stopListening() == .empty)
    await scripted.session.cancelListening()
    await scripted.session.cancelSpeech()
    await scripted.session.close()
    #expect(await scripted.session.stopListening() == .empty)
    let events = try await recorder.waitUntilFinished()
    #expect(events.map(\.name) == ["ptt://state"])
  }

  @Test("a stop while the input opens wins: the start is cancelled, the input closed, and nothing told")
  func stopWhileStarting() async throws {
    let scripted = ScriptedSession(speaksAtOnce: false)
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let gate = Gate()
    scripted.source.holdOpening(at: gate)
    let start = Task { try await scripted.session.startListening() }
    try await gate.waitForWaiters()
    async let transcript = scripted.session.stopListening()
    gate.open()
    await #expect(throws: CancellationError.self) { try await start.value }
    #expect(await transcript.text.isEmpty)
    #expect(scripted.source.openCount == 0)

    // The same while it waits for the first frame.
    let second = Task { try await scripted.session.startListening() }
    try await scripted.source.waitUntilOpen(2)
    #expect(await scripted.session.stopListening().text.isEmpty)
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(scripted.source.openCount == 0)
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(events.filter { $0.name.contains("listening") || $0.name.contains("transcript") } == [])
    #expect(!events.contains { $0.name == "ptt://error" })
  }

  @Test("a second stop, at the same time or later, returns the same transcript")
  func stopTwice() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let id = try await scripted.session.startListening()
    scripted.hear(640)
    async let first = scripted.session.stopListening()
    async let second = scripted.session.stopListening()
    let transcripts = [await first, await second, await scripted.session.stopListening()]
    #expect(Set(transcripts).count == 1)
    #expect(transcripts[0].text == "one two four")
    await scripted.session.close()
    _ = try await recorder.waitUntilFinished()
    #expect(recorder.finals(of: id).map(\.text) == ["one two four"])
    #expect(recorder.errors(of: id) == [])
    #expect(await scripted.session.stopListening() == transcripts[0])
  }

  @Test("a start while listening is refused as busy, ten at once as well, and disturbs nobody")
  func startTwice() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let outcomes = await withTaskGroup(of: Result<ListeningID, any Error>.self) { group in
      for _ in 0..<10 {
        group.addTask {
          do { return .success(try await scripted.session.startListening()) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: [Result<ListeningID, any Error>]()) { $0.append($1) }
    }
    let started = outcomes.compactMap { try? $0.get() }
    let id = try #require(started.first)
    #expect(started.count == 1)
    for outcome in outcomes {
      if case .failure(let error) = outcome { #expect((error as? VoiceError)?.code == .busy) }
    }
    #expect(scripted.source.openedCount == 1)
    scripted.hear(640)
    #expect(await scripted.session.stopListening().audioDuration == .milliseconds(60))
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(recorder.finals(of: id).count == 1)
    #expect(events.filter { $0.name == "ptt://error" } == [])
  }

  @Test("partials grow, then comes the final, which is neither the last partial nor late")
  func partials() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let id = try await scripted.session.startListening()
    for text in ["one two", "one two three"] {
      scripted.hear(320)
      _ = try await recorder.next { event in
        if case .transcript(let update) = event { !update.isFinal && update.text == text } else { false }
      }
    }
    let transcript = await scripted.session.stopListening()
    // The final event is out before the command returns: a new subscription does not see the session any more.
    var late = scripted.session.events.makeAsyncIterator()
    guard case .state(let state)? = await late.next() else {
      Issue.record("There is no state.")
      return
    }
    #expect(state.listening == nil)
    let final = try await recorder.final(of: id)
    #expect(final.text == transcript.text && final.segments == transcript.segments)
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(events.updates.map(\.text).suffix(3) == ["one two", "one two three", "one two four"])
  }

  @Test("a cancellation that meets the natural end leaves one end", arguments: 0..<40)
  func cancelAtTheEnd(_ round: Int) async throws {
    let scripted = ScriptedSession(samplesPerScalar: 10)
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let ids = [
      try await scripted.session.speak("first"), try await scripted.session.speak("second"),
      try await scripted.session.speak("third"),
    ]
    try await recorder.start(of: ids[0])
    for _ in 0..<round { await Task.yield() }
    await scripted.session.cancelSpeech(round.isMultiple(of: 2) ? ids[0] : nil)
    #expect(recorder.ends(of: ids[0]).count <= 1)
    for id in ids { _ = try await recorder.end(of: id) }
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    for id in ids { #expect(recorder.ends(of: id).count == 1) }
  }

  @Test("a bad utterance is refused and tells nobody")
  func badUtterances() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    for (utterance, reason) in [
      (Utterance(""), VoiceError.Reason.emptyText), (Utterance(" \n"), .emptyText),
      (Utterance("a", voice: "nobody"), .unknownVoice), (Utterance("a", rate: .nan), .outOfRange),
    ] {
      let error = await #expect(throws: VoiceError.self) { try await scripted.session.speak(utterance) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.reason == reason)
    }
    await scripted.session.close()
    #expect(try await recorder.waitUntilFinished().filter { $0.name.contains("tts") } == [])
  }

  @Test("close ends a running session with its final and each utterance with its end, and refuses what comes later")
  func closing() async throws {
    let scripted = ScriptedSession(sink: .manual)
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let id = try await scripted.session.startListening()
    scripted.hear(640)
    let utterances = [try await scripted.session.speak("first"), try await scripted.session.speak("second")]
    async let first: Void = scripted.session.close()
    async let second: Void = scripted.session.close()
    _ = await (first, second)
    let events = try await recorder.waitUntilFinished()

    #expect(EventOrder(events).violations == [])
    #expect(recorder.finals(of: id).map(\.text) == ["one two four"])
    for utterance in utterances { #expect(recorder.ends(of: utterance) == [false]) }
    #expect(scripted.source.openCount == 0 && scripted.sink.openCount == 0)
    #expect(scripted.graph.activeWatchCount == 0)
    var error = await #expect(throws: VoiceError.self) { try await scripted.session.startListening() }
    #expect(error?.code == .busy && error?.reason == .closed)
    error = await #expect(throws: VoiceError.self) { try await scripted.session.speak("late") }
    #expect(error?.code == .busy && error?.reason == .closed)
    await scripted.session.cancelSpeech()
    await scripted.session.cancelListening()
    #expect(await scripted.session.stopListening().text == "one two four")
  }
}
