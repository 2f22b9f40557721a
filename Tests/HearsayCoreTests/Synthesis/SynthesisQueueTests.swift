// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite(.timeLimit(.minutes(2))) struct SynthesisQueueTests {
  @Test("utterances are spoken one at a time in the order of the calls, with all their events")
  func order() async throws {
    let stage = QueueStage()
    let first = try await stage.queue.speak(Utterance("ab cd"))
    let second = try await stage.queue.speak(Utterance("efg"))
    try await stage.waitForEnd(of: second)

    #expect(
      stage.words([first, second]) == [
        "0 started", "0 word 0+2", "0 word 3+2", "0 ended true 5", "1 started", "1 word 0+3", "1 ended true 3",
      ])
    #expect(stage.sink.heard.count == 60 + 40)
    #expect(first.rawValue < second.rawValue)
    await stage.queue.close()
  }

  @Test("the output is opened once, corked when there is nothing to say, and let run again")
  func corked() async throws {
    let stage = QueueStage()
    for _ in 0..<2 {
      let id = try await stage.queue.speak(Utterance("hi"))
      try await stage.waitForEnd(of: id)
      try await stage.sink.wait { $0.last == .pause }
    }
    await stage.queue.close()
    #expect(stage.sink.calls == [.open(PlaybackRequest()), .resume, .pause, .resume, .pause, .close])
    #expect(stage.sink.openCount == 0)
  }

  @Test("a voice of another rate gets an output of its own")
  func rates() async throws {
    let stage = QueueStage()
    for voice in ["low", "high", "high"] {
      let id = try await stage.queue.speak(Utterance("hi", voice: voice))
      try await stage.waitForEnd(of: id)
      try await stage.sink.wait { $0.last == .pause }
    }
    await stage.queue.close()
    #expect(
      stage.sink.calls == [
        .open(PlaybackRequest()), .resume, .pause, .close, .open(PlaybackRequest()), .resume, .pause, .resume, .pause,
        .close,
      ])
    // Asked once for each name.
    #expect(stage.synthesizer.state.withLock { $0.voiceCalls } == 2)
  }

  @Test("events come when the sample is heard, not when it is rendered")
  func heard() async throws {
    let stage = QueueStage(.manual)
    let id = try await stage.queue.speak(Utterance("ab cd"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    #expect(stage.words([id]) == ["0 started", "0 word 0+2"])
    try await stage.sink.advance(untilHeard: 40, step: 10)
    try await stage.recorder.waitUntil(count: 3)
    #expect(stage.words([id]).last == "0 word 3+2")
    try await stage.sink.advance(untilHeard: 60, step: 10)
    try await stage.recorder.waitUntil(count: 4)
    #expect(stage.words([id]).last == "0 ended true 5")
    await stage.queue.close()
  }

  @Test("the first block is played before the engine has finished the piece")
  func streaming() async throws {
    let stage = QueueStage(synthesizer: LetterSynthesizer(blocksAreOpen: false))
    let id = try await stage.queue.speak(Utterance("ab cd"))
    try await stage.waitForStart(of: id)
    try await stage.sink.waitUntilHeard(30)
    #expect(stage.sink.heard.count == 30)
    stage.synthesizer.blockGate.open()
    try await stage.waitForEnd(of: id)
    #expect(stage.sink.heard.count == 60)
    await stage.queue.close()
  }

  @Test("a long text is rendered at most two pieces ahead of what is played")
  func bounded() async throws {
    let stage = QueueStage(.manual)
    let sentence = "A " + String(repeating: "abcdefghi ", count: 35) + "end. "
    let id = try await stage.queue.speak(Utterance("Go. " + String(repeating: sentence, count: 50)))
    // The buffer holds a second, a tenth of the piece: nothing leaves the pipe any more.
    try await stage.sink.advance(untilHeard: 100, step: 100)
    try await stage.recorder.waitUntil(count: 2)
    #expect(stage.synthesizer.pieces.count <= 4)
    await stage.queue.cancelSpeech(id)
    await stage.queue.close()
    #expect(stage.synthesizer.pieces.count <= 4)
  }

  @Test("a text of many pieces is heard whole, and its words count the whole text's characters")
  func manyPieces() async throws {
    let stage = QueueStage()
    let text = "One é two. " + String(repeating: "Three four five. ", count: 100)
    let id = try await stage.queue.speak(Utterance(text))
    try await stage.waitForEnd(of: id)
    await stage.queue.close()

    var locations: [Int] = []
    for case .synthesis(let event) in stage.recorder.events {
      if case .word(let location, let length) = event.kind {
        let start = text.index(text.startIndex, offsetBy: location)
        let word = text[start..<text.index(start, offsetBy: length)]
        #expect(!word.contains(" "))
        #expect(start == text.startIndex || text[text.index(before: start)] == " ")
        locations.append(location)
      }
    }
    #expect(locations == locations.sorted())
    #expect(locations.count == 3 + 300)
    #expect(stage.words([id]).last == "0 ended true \(text.count)")
  }

  @Test("cancelling the current one empties the output and lets the next one speak")
  func cancelCurrent() async throws {
    let stage = QueueStage(.manual)
    let first = try await stage.queue.speak(Utterance("ab cd ef"))
    let second = try await stage.queue.speak(Utterance("x"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await stage.queue.cancelSpeech(first)
    #expect(stage.words([first, second]) == ["0 started", "0 word 0+2", "0 ended false 2"])
    try await stage.sink.advance(untilHeard: 30, step: 5)
    try await stage.waitForEnd(of: second)

    #expect(stage.words([first, second]).suffix(3) == ["1 started", "1 word 0+1", "1 ended true 1"])
    #expect(stage.sink.heard.count == 30)
    await stage.queue.close()
  }

  @Test("cancelling all ends everything at once, the waiting ones without a start")
  func cancelAll() async throws {
    let stage = QueueStage(synthesizer: LetterSynthesizer(isOpen: false))
    var ids: [Utterance.ID] = []
    for text in ["a", "b", "c"] { ids.append(try await stage.queue.speak(Utterance(text))) }
    try await stage.synthesizer.gate.waitForWaiters()
    #expect(await stage.queue.isSpeaking)
    await stage.queue.cancelSpeech()
    #expect(stage.words(ids) == ["0 ended false 0", "1 ended false 0", "2 ended false 0"])
    #expect(await !stage.queue.isSpeaking)
    await stage.queue.cancelSpeech()
    await stage.queue.cancelSpeech(ids[0])

    stage.synthesizer.gate.open()
    let later = try await stage.queue.speak(Utterance("d"))
    try await stage.waitForEnd(of: later)
    #expect(stage.words(ids + [later]).suffix(3) == ["3 started", "3 word 0+1", "3 ended true 1"])
    #expect(stage.synthesizer.state.withLock { $0.mostRendering } == 1)
    await stage.queue.close()
  }

  @Test("a cancellation that meets the natural end leaves exactly one end")
  func cancelRaces() async throws {
    let stage = QueueStage()
    var ids: [Utterance.ID] = []
    for round in 0..<300 {
      let id = try await stage.queue.speak(Utterance("a"))
      ids.append(id)
      let cancelling = Task {
        for _ in 0..<(round % 30) { await Task.yield() }
        await stage.queue.cancelSpeech(round % 3 == 0 ? nil : id)
      }
      if round % 2 == 0 { try await stage.waitForEnd(of: id) }
      await cancelling.value
    }
    await stage.queue.close()
    for id in ids {
      let events = stage.recorder.events.compactMap { event -> SynthesisEvent.Kind? in
        if case .synthesis(let event) = event, event.utteranceID == id { event.kind } else { nil }
      }
      #expect(events.count { if case .ended = $0 { true } else { false } } == 1)
      #expect(events.count { $0 == .started } <= 1)
      if case .ended = events.last {} else { Issue.record("The end is the last event: \(events)") }
    }
  }
}
