// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite("Pausing the synthesis queue", .timeLimit(.minutes(2))) struct SynthesisQueuePauseTests {
  @Test("a pause at once corks the output, and going on leaves no sample out")
  func immediate() async throws {
    let stage = QueueStage(.manual)
    let id = try await stage.queue.speak(Utterance("ab cd"))
    try await stage.sink.advance(untilHeard: 15, step: 15)
    try await stage.recorder.waitUntil(count: 2)
    #expect(await stage.queue.pauseSpeech())
    try await stage.recorder.waitUntil(count: 3)
    #expect(stage.words([id]) == ["0 started", "0 word 0+2", "0 paused"])
    #expect(await stage.queue.isPaused)
    #expect(await stage.queue.isSpeaking)
    #expect(stage.sink.calls.last == .pause)
    #expect(stage.sink.advance(frames: 100) == 0)

    #expect(await stage.queue.continueSpeech())
    try await stage.recorder.waitUntil(count: 4)
    #expect(await !stage.queue.isPaused)
    try await stage.sink.advance(untilHeard: 60, step: 10)
    try await stage.waitForEnd(of: id)
    #expect(stage.words([id]).suffix(3) == ["0 continued", "0 word 3+2", "0 ended true 5"])
    #expect(stage.sink.heard == [Float](repeating: 1, count: 30) + [Float](repeating: 4, count: 30))
    await stage.queue.close()
  }

  @Test("a pause behind the word being heard lets its last sample out and not the next word's first")
  func word() async throws {
    let stage = QueueStage(.manual)
    let id = try await stage.queue.speak(Utterance("ab cd ef"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await stage.queue.pauseSpeech(at: .word)
    try await stage.sink.advance(untilHeard: 30, step: 5)
    try await stage.recorder.waitUntil(count: 3)
    #expect(stage.words([id]) == ["0 started", "0 word 0+2", "0 paused"])
    #expect(stage.sink.heard.count == 30)

    await stage.queue.continueSpeech()
    try await stage.sink.advance(untilHeard: 90, step: 10)
    try await stage.waitForEnd(of: id)
    #expect(
      stage.words([id]).suffix(4) == ["0 continued", "0 word 3+2", "0 word 6+2", "0 ended true 8"])
    await stage.queue.close()
  }

  @Test("a pause behind the last word is the next utterance's, which does not begin")
  func lastWord() async throws {
    let stage = QueueStage(.manual)
    let first = try await stage.queue.speak(Utterance("ab"))
    let second = try await stage.queue.speak(Utterance("c"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await stage.queue.pauseSpeech(at: .word)
    try await stage.sink.advance(untilHeard: 30, step: 10)
    try await stage.recorder.waitUntil(count: 4)
    #expect(stage.words([first, second]) == ["0 started", "0 word 0+2", "0 ended true 2", "1 paused"])
    #expect(stage.sink.advance(frames: 100) == 0)

    await stage.queue.continueSpeech()
    try await stage.sink.advance(untilHeard: 50, step: 10)
    try await stage.waitForEnd(of: second)
    #expect(
      stage.words([first, second]).suffix(4) == ["1 continued", "1 started", "1 word 0+1", "1 ended true 1"])
    await stage.queue.close()
  }

  @Test("an utterance that is paused before its first sample is not started")
  func beforeStart() async throws {
    let stage = QueueStage(synthesizer: LetterSynthesizer(isOpen: false))
    let id = try await stage.queue.speak(Utterance("ab"))
    try await stage.synthesizer.gate.waitForWaiters()
    await stage.queue.pauseSpeech()
    try await stage.recorder.waitUntil(count: 1)
    stage.synthesizer.gate.open()
    await stage.queue.continueSpeech()
    try await stage.waitForEnd(of: id)
    #expect(
      stage.words([id]) == ["0 paused", "0 continued", "0 started", "0 word 0+2", "0 ended true 2"])
    await stage.queue.close()
  }

  @Test("without an utterance there is nothing to pause and nothing to go on with")
  func nothing() async throws {
    let stage = QueueStage()
    #expect(await !stage.queue.pauseSpeech())
    #expect(await !stage.queue.continueSpeech())
    let id = try await stage.queue.speak(Utterance("ab"))
    try await stage.waitForEnd(of: id)
    #expect(await !stage.queue.pauseSpeech(at: .word))
    let next = try await stage.queue.speak(Utterance("ab"))
    try await stage.waitForEnd(of: next)
    #expect(await !stage.queue.isPaused)
    await stage.queue.close()
  }

  @Test("cancelling the paused one pauses the next; cancelling all ends the pause")
  func cancelling() async throws {
    let stage = QueueStage(.manual)
    var ids: [Utterance.ID] = []
    for text in ["ab cd", "ef", "gh"] { ids.append(try await stage.queue.speak(Utterance(text))) }
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await stage.queue.pauseSpeech()
    try await stage.recorder.waitUntil(count: 3)
    await stage.queue.cancelSpeech(ids[0])
    try await stage.recorder.waitUntil(count: 5)
    #expect(
      stage.words(ids) == ["0 started", "0 word 0+2", "0 paused", "0 ended false 2", "1 paused"])

    await stage.queue.cancelSpeech()
    #expect(stage.words(ids).suffix(2) == ["1 ended false 0", "2 ended false 0"])
    #expect(await !stage.queue.isPaused)
    ids.append(try await stage.queue.speak(Utterance("x")))
    try await stage.sink.advance(untilHeard: 30, step: 10)
    try await stage.waitForEnd(of: ids[3])
    #expect(stage.words(ids).suffix(3) == ["3 started", "3 word 0+1", "3 ended true 1"])
    await stage.queue.close()
  }

  @Test("an output that is paused for long has not failed, and a close ends the pause")
  func long() async throws {
    let clock = ManualClock()
    let stage = QueueStage(.manual, clock: clock)
    let id = try await stage.queue.speak(Utterance("ab cd"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await stage.queue.pauseSpeech()
    try await stage.recorder.waitUntil(count: 3)
    for _ in 0..<60 {
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
    #expect(await stage.queue.isPaused)
    await stage.queue.close()
    #expect(stage.words([id]) == ["0 started", "0 word 0+2", "0 paused", "0 ended false 2"])
  }

  @Test("whatever is commanded when, each utterance has one end and pauses come in pairs", arguments: [1, 2, 3])
  func random(_ seed: UInt64) async throws {
    let stage = QueueStage(limit: 64)
    let ids = Locked<[Utterance.ID]>([])
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(task))
          for _ in 0..<150 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
              let text = ["a", "ab cd", "ab cd ef gh"].randomElement(using: &generator) ?? "a"
              if let id = try? await stage.queue.speak(Utterance(text)) { ids.withLock { $0.append(id) } }
            case 4: await stage.queue.cancelSpeech(ids.withLock { $0.randomElement(using: &generator) })
            case 5: if Int.random(in: 0..<5, using: &generator) == 0 { await stage.queue.cancelSpeech() }
            case 6: await stage.queue.pauseSpeech(at: .word)
            case 7: await stage.queue.pauseSpeech()
            default: await stage.queue.continueSpeech()
            }
            if Bool.random(using: &generator) { await Task.yield() }
          }
        }
      }
    }
    await stage.queue.continueSpeech()
    await stage.queue.finishSpeaking()
    await stage.queue.close()
    let all = ids.withLock { $0 }
    #expect(all.count > 50)
    for id in all {
      let kinds = stage.recorder.events.compactMap { event -> SynthesisEvent.Kind? in
        if case .synthesis(let event) = event, event.utteranceID == id { event.kind } else { nil }
      }
      #expect(kinds.count { if case .ended = $0 { true } else { false } } == 1)
      #expect(kinds.count { $0 == .started } <= 1)
      if case .ended = kinds.last {} else { Issue.record("The end is not the last of \(kinds)") }
      let pauses = kinds.filter { $0 == .paused || $0 == .continued }
      #expect(pauses.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? .paused : .continued) }, "\(kinds)")
    }
  }
}
