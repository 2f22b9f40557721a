// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

@Suite("Subscriptions to a voice session")
struct SubscriptionTests {
  @Test("a subscriber that never reads costs the others nothing and itself the oldest events, which are counted")
  func neverReads() async throws {
    let scripted = ScriptedSession()
    let asleep = scripted.session.events
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    var ids: [ListeningID] = []
    for _ in 0..<600 {
      let id = try await scripted.session.startListening()
      await scripted.session.stopListening()
      ids.append(id)
      // The reader keeps up, so that it has every event.
      _ = try await recorder.next { if case .transcript(let update) = $0 { update.isFinal } else { false } }
    }
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(Self.finals(in: events) == ids)

    var late: [VoiceEvent] = []
    for await event in asleep { late.append(event) }
    guard case .eventsDropped(let count)? = late.first else {
      Issue.record("\(late.prefix(3))")
      return
    }
    #expect(count > 0)
    #expect(late.count <= 1025)
    // Partials go first: all finals but those of the oldest sessions are there, in order, up to the last.
    let kept = Self.finals(in: late)
    #expect(kept == Array(ids.suffix(kept.count)))
    #expect(kept.count > 500)
    #expect(late.dropFirst().allSatisfy { if case .eventsDropped = $0 { false } else { true } })
  }

  @Test("each subscription begins with the present state")
  func stateFirst() async throws {
    let scripted = ScriptedSession(sink: .manual)
    func state() async throws -> VoiceState {
      var iterator = scripted.session.events.makeAsyncIterator()
      let first = await iterator.next()
      guard case .state(let state)? = first else { throw Missing(event: first) }
      return state
    }
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    #expect(try await state() == VoiceState())

    try await scripted.session.prepare()
    let known = try await recorder.first {
      if case .state(let state) = $0, state.route.input != nil { state } else { nil }
    }
    #expect(known.route.input?.id == "mic" && known.route.output?.id == "speaker")
    #expect(try await state().route == known.route)

    let id = try await scripted.session.startListening()
    #expect(try await state().listening == id)
    let utterance = try await scripted.session.speak("one")
    try await scripted.sink.wait { $0.contains(.resume) }
    while !recorder.events.contains(where: { $0.name == "ptt://tts-started" }) {
      scripted.sink.advance(frames: 10)
      await Task.yield()
    }
    #expect(try await state() == VoiceState(listening: id, speaking: utterance, route: known.route))
    await scripted.session.stopListening()
    #expect(try await state().listening == nil)
    await scripted.session.cancelSpeech()
    #expect(try await state() == VoiceState(route: known.route))
    scripted.graph.send(.deviceRemoved(.input, id: "mic"))
    _ = try await recorder.next { $0.name == "ptt://route-changed" }
    #expect(try await state().route.input == nil)
    await scripted.session.close()
    #expect(try await recorder.waitUntilFinished().first == .state(VoiceState()))
  }

  @Test("a subscription that is let go, or whose reader is cancelled, disturbs nobody")
  func lettingGo() async throws {
    let scripted = ScriptedSession()
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let reader = Task { [events = scripted.session.events] in for await _ in events {} }
    for await event in scripted.session.events { if case .state = event { break } }
    let id = try await scripted.session.startListening()
    reader.cancel()
    await reader.value
    #expect(await scripted.session.stopListening().text == "one two four")
    #expect(try await recorder.final(of: id).text == "one two four")
    await scripted.session.close()
  }

  @Test("run() that is cancelled closes everything")
  func runCancelled() async throws {
    let scripted = ScriptedSession(sink: .manual)
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let running = Task { try await scripted.session.run() }
    let id = try await scripted.session.startListening()
    let utterance = try await scripted.session.speak("one")
    _ = try await recorder.first { if case .state(let state) = $0, state.route.input != nil { () } else { nil } }
    running.cancel()
    let events = try await recorder.waitUntilFinished()
    _ = try? await running.value
    #expect(EventOrder(events).violations == [])
    #expect(recorder.finals(of: id).count == 1)
    #expect(recorder.ends(of: utterance) == [false])
    #expect(scripted.source.openCount == 0 && scripted.sink.openCount == 0)
    #expect(scripted.graph.activeWatchCount == 0)
  }

  @Test("a session that is let go without close stops what it does")
  func letGo() async throws {
    let (source, sink, id, stream) = try await {
      let scripted = ScriptedSession(sink: .manual)
      let stream = scripted.session.events
      try await scripted.session.prepare()
      let id = try await scripted.session.startListening()
      _ = try await scripted.session.speak("one")
      try await scripted.sink.wait { $0.contains(.resume) }
      return (scripted.source, scripted.sink, id, stream)
    }()
    let recorder = EventRecorder<VoiceEvent>.recording(stream)
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(recorder.finals(of: id).count == 1)
    try await source.waitUntilClosed()
    try await sink.wait { $0.contains(.close) }
    #expect(sink.openCount == 0)
  }

  @Test("everything starts from the main actor")
  @MainActor
  func mainActor() async throws { try await OnTheMainActor().use() }

  @Test("everything starts from an actor of the app's")
  func ownActor() async throws { try await OnItsOwnActor().use() }

  private static func finals(in events: [VoiceEvent]) -> [ListeningID] {
    events.updates.filter(\.isFinal).map(\.sessionID)
  }

  private struct Missing: Error { let event: VoiceEvent? }
}

@MainActor
private final class OnTheMainActor {
  private let scripted = ScriptedSession()
  private var seen: [String] = []

  func use() async throws {
    let events = scripted.session.events
    let reading = Task { for await event in events { seen.append(event.name) } }
    try await scripted.session.prepare()
    try await scripted.session.startListening()
    try await scripted.session.speak("one two")
    #expect(await scripted.session.stopListening().text == "one two four")
    await scripted.session.close()
    await reading.value
    #expect(seen.contains("ptt://transcript-final") && seen.contains("ptt://tts-ended"))
  }
}

private actor OnItsOwnActor {
  private let scripted = ScriptedSession()
  private var seen: [String] = []

  func use() async throws {
    let events = scripted.session.events
    let reading = Task { for await event in events { seen.append(event.name) } }
    try await scripted.session.prepare()
    try await scripted.session.startListening()
    try await scripted.session.speak("one two")
    #expect(await scripted.session.stopListening().text == "one two four")
    await scripted.session.close()
    await reading.value
    #expect(seen.contains("ptt://transcript-final") && seen.contains("ptt://tts-ended"))
  }
}
