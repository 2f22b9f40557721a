// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite("SynthesisQueue, when something goes wrong", .timeLimit(.minutes(2))) struct SynthesisQueueFailureTests {
  private let serviceLost = VoiceError(.interrupted, .serviceUnavailable, "The server went away.")
  private let deviceLost = VoiceError(.routeChanged, .deviceRemoved, "The device went away.")
  private let engineFailed = VoiceError(.synthesisError, .engineFailed, "The engine failed.")

  @Test("an engine that fails ends its utterance with one error, and the next one speaks")
  func engineFails() async throws {
    let stage = QueueStage()
    stage.synthesizer.fail("bad", engineFailed)
    let first = try await stage.queue.speak(Utterance("bad"))
    let second = try await stage.queue.speak(Utterance("x"))
    try await stage.waitForEnd(of: second)
    await stage.queue.close()

    let words = stage.words([first, second])
    #expect(words.filter { $0.hasPrefix("0 ended") }.count == 1)
    #expect(words.filter { $0.hasPrefix("0 failed") } == ["0 failed engineFailed"])
    #expect(words.suffix(3) == ["1 started", "1 word 0+1", "1 ended true 1"])
    let end = try #require(words.firstIndex { $0.hasPrefix("0 ended false") })
    #expect(words[end + 1] == "0 failed engineFailed")
  }

  @Test("a lost server ends all with one error, and the next utterance opens the output anew")
  func serverLost() async throws {
    let stage = QueueStage(.manual)
    var ids: [Utterance.ID] = []
    for text in ["ab", "b", "c"] { ids.append(try await stage.queue.speak(Utterance(text))) }
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    stage.sink.fail(serviceLost)
    try await stage.waitForEnd(of: ids[2])
    #expect(
      stage.words(ids).dropFirst(2) == [
        "0 ended false 2", "0 failed serviceUnavailable", "1 ended false 0", "2 ended false 0",
      ])

    ids.append(try await stage.queue.speak(Utterance("d")))
    try await stage.sink.advance(untilHeard: 10 + 20, step: 10)
    try await stage.waitForEnd(of: ids[3])
    #expect(stage.words(ids).last == "3 ended true 1")
    #expect(stage.sink.calls.filter { $0 == .open(PlaybackRequest()) }.count == 2)
    await stage.queue.close()
    #expect(stage.sink.openCount == 0)
  }

  @Test("a lost device ends the current one only, and the next opens the output anew")
  func deviceRemoved() async throws {
    let stage = QueueStage(.manual)
    let first = try await stage.queue.speak(Utterance("ab"))
    let second = try await stage.queue.speak(Utterance("b"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    stage.sink.fail(deviceLost)
    try await stage.waitForEnd(of: first)
    try await stage.sink.advance(untilHeard: 10 + 20, step: 10)
    try await stage.waitForEnd(of: second)
    #expect(
      stage.words([first, second]).dropFirst(2) == [
        "0 ended false 2", "0 failed deviceRemoved", "1 started", "1 word 0+1", "1 ended true 1",
      ])
    await stage.queue.close()
  }

  @Test("an output that cannot be opened fails each utterance by itself")
  func cannotOpen() async throws {
    let stage = QueueStage()
    stage.sink.refuseNext(VoiceError(.audioError, .noDevice, "There is no output."))
    let first = try await stage.queue.speak(Utterance("a"))
    let second = try await stage.queue.speak(Utterance("b"))
    try await stage.waitForEnd(of: second)
    #expect(
      stage.words([first, second]) == [
        "0 ended false 0", "0 failed noDevice", "1 started", "1 word 0+1", "1 ended true 1",
      ])
    await stage.queue.close()
  }

  @Test("an utterance cancelled while its output is being opened makes no sound and no error")
  func cancelledWhileOpening() async throws {
    let stage = QueueStage()
    let gate = Gate()
    stage.sink.holdOpening(at: gate)
    let first = try await stage.queue.speak(Utterance("a"))
    try await gate.waitForWaiters()
    await stage.queue.cancelSpeech(first)
    #expect(stage.words([first]) == ["0 ended false 0"])
    gate.open()
    let second = try await stage.queue.speak(Utterance("bc"))
    try await stage.waitForEnd(of: second)
    #expect(stage.sink.heard.count == 30)
    #expect(stage.sink.calls.filter { $0 == .open(PlaybackRequest()) }.count == 1)
    await stage.queue.close()
  }

  @Test("what cannot be spoken is refused by the call, and tells no event")
  func refused() async throws {
    let stage = QueueStage(limit: 1)
    func reason(_ utterance: Utterance) async -> VoiceError.Reason? {
      do throws(VoiceError) {
        try await stage.queue.speak(utterance)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(await reason(Utterance(" \n")) == .emptyText)
    #expect(await reason(Utterance("a", rate: 9)) == .outOfRange)
    #expect(await reason(Utterance("a", voice: "nobody")) == .unknownVoice)
    stage.synthesizer.gate.close()
    #expect(await reason(Utterance("a")) == nil)
    #expect(await reason(Utterance("b")) == .queueFull)
    await stage.queue.cancelSpeech()
    stage.synthesizer.gate.open()
    await stage.queue.close()
    #expect(await reason(Utterance("c")) == .closed)
    #expect(stage.recorder.events.count == 1)
  }

  @Test("an utterance without sound ends without a start")
  func silent() async throws {
    let stage = QueueStage(synthesizer: LetterSynthesizer(isOpen: true))
    let synthesizer = SilentSynthesizer()
    let recorder = stage.recorder
    let queue = SynthesisQueue(synthesizer: synthesizer, sink: stage.sink) { recorder.record($0) }
    let id = try await queue.speak(Utterance("..."))
    try await stage.waitForEnd(of: id)
    #expect(stage.words([id]) == ["0 ended true 3"])
    #expect(stage.sink.calls == [])
    await queue.close()
    await stage.queue.close()
  }

  @Test("closing ends everything, closes the output and leaves no task, however often it is called")
  func close() async throws {
    let stage = QueueStage(.manual)
    let first = try await stage.queue.speak(Utterance("ab"))
    let second = try await stage.queue.speak(Utterance("b"))
    try await stage.sink.advance(untilHeard: 10, step: 10)
    try await stage.recorder.waitUntil(count: 2)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await stage.queue.close() } }
    }
    #expect(stage.words([first, second]).dropFirst(2) == ["0 ended false 2", "1 ended false 0"])
    #expect(stage.sink.openCount == 0)
    #expect(stage.synthesizer.state.withLock { $0.rendering } == 0)
  }

  @Test("closing while the output is being opened does not wait for it")
  func closeWhileOpening() async throws {
    let stage = QueueStage()
    let gate = Gate()
    stage.sink.holdOpening(at: gate)
    let id = try await stage.queue.speak(Utterance("a"))
    try await gate.waitForWaiters()
    await stage.queue.close()
    #expect(stage.words([id]) == ["0 ended false 0"])
    #expect(stage.sink.openCount == 0)
  }

  @Test("an output that stands still without failing ends the utterance and those that wait, and the next one is heard")
  func frozenOutput() async throws {
    let clock = ManualClock()
    let stage = QueueStage(.manual, clock: clock)
    let first = try await stage.queue.speak(Utterance("ab"))
    let second = try await stage.queue.speak(Utterance("cd"))
    try await stage.sink.wait { $0.last == .resume }
    let time = Task { while !Task.isCancelled { await Self.nextLook(clock) } }
    try await stage.waitForEnd(of: second)
    time.cancel()
    await time.value
    #expect(clock.now.offset >= .seconds(5))
    #expect(
      stage.words([first, second]) == ["0 ended false 0", "0 failed serviceUnresponsive", "1 ended false 0"])

    let third = try await stage.queue.speak(Utterance("ef"))
    try await stage.sink.advance(untilHeard: 30, step: 10)
    try await stage.waitForEnd(of: third)
    #expect(stage.words([third]).suffix(3) == ["0 started", "0 word 0+2", "0 ended true 2"])
    await stage.queue.close()
    #expect(clock.sleeperCount == 0)
  }

  @Test("an output that is slow but goes on is left alone, and so is an engine that is slow")
  func slowOutput() async throws {
    let clock = ManualClock()
    let stage = QueueStage(.manual, synthesizer: LetterSynthesizer(isOpen: false), clock: clock)
    let id = try await stage.queue.speak(Utterance("abcdefghi"))
    for _ in 0..<10 { await Self.nextLook(clock) }
    stage.synthesizer.gate.open()
    for frame in 1...12 {
      try await stage.sink.advance(untilHeard: frame, step: 1)
      for _ in 0..<3 { await Self.nextLook(clock) }
    }
    try await stage.sink.advance(untilHeard: 100, step: 100)
    try await stage.waitForEnd(of: id)
    #expect(stage.words([id]) == ["0 started", "0 word 0+9", "0 ended true 9"])
    await stage.queue.close()
    // Nothing looks while nothing is spoken.
    #expect(clock.sleeperCount == 0)
  }

  /// Lets a second pass once the queue waits for it.
  private static func nextLook(_ clock: ManualClock) async {
    do { try await clock.waitForSleepers() } catch { return }
    clock.advance(by: .seconds(1))
  }

  @Test("a cancelled wait for the end of speech ends, and the speech goes on")
  func cancelledFinish() async throws {
    let stage = QueueStage(.manual)
    let id = try await stage.queue.speak(Utterance("hi"))
    let waiting = Task { await stage.queue.finishSpeaking() }
    try await stage.sink.wait { $0.last == .resume }
    waiting.cancel()
    await waiting.value
    #expect(await stage.queue.isSpeaking)
    let patient = Task { await stage.queue.finishSpeaking() }
    try await stage.sink.advance(untilHeard: 30, step: 10)
    await patient.value
    #expect(stage.words([id]).last == "0 ended true 2")
    await stage.queue.close()
  }
}

/// A voice that has nothing to say to any text.
private struct SilentSynthesizer: SpeechSynthesizer {
  let name = "silence"
  func prepare() async throws(VoiceError) {}
  func voices() async throws(VoiceError) -> [Voice] { [] }
  func render(
    _ piece: SynthesisPiece, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void
  ) async throws(VoiceError) {}
}
