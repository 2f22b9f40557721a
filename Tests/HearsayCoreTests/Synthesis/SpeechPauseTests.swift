// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct SpeechPauseTests {
  @Test("a pause is held, falls silent, rests and goes on")
  func whole() {
    var pause = SpeechPause()
    #expect(pause.step == .none)
    pause.requested(at: .word)
    #expect(pause.step == .hold(.word))
    #expect(!pause.isPaused)
    pause.held(at: 7)
    #expect(pause.step == .awaitSilence(7))
    let isNews = pause.fellSilent()
    #expect(isNews && pause.isPaused && pause.step == .rest)
    let isAgain = pause.fellSilent()
    #expect(!isAgain)
    let wasPaused = pause.continued()
    #expect(wasPaused && !pause.isPaused && pause.step == .goOn)
    pause.wentOn()
    #expect(pause.step == .none)
  }

  @Test("going on before it is silent takes the pause back, and nothing is told")
  func takenBack() {
    var pause = SpeechPause()
    pause.requested(at: .immediate)
    pause.held(at: 3)
    let wasAsked = pause.continued()
    #expect(wasAsked && pause.step == .none)
    let isNews = pause.fellSilent()
    #expect(!isNews)
    let isAgain = pause.continued()
    #expect(!isAgain)
  }

  @Test("at once overtakes behind a word, and not the other way round")
  func overtaking() {
    var pause = SpeechPause()
    pause.requested(at: .word)
    pause.held(at: 9)
    pause.requested(at: .word)
    #expect(pause.step == .awaitSilence(9))
    pause.requested(at: .immediate)
    #expect(pause.step == .hold(.immediate))
    pause.requested(at: .word)
    #expect(pause.step == .hold(.immediate))
  }

  @Test("a pause outlives the utterance, and one that is over does not")
  func nextUtterance() {
    var pause = SpeechPause()
    pause.requested(at: .word)
    pause.utteranceEnded()
    #expect(pause.step == .hold(.word))
    pause.held(at: 5)
    _ = pause.fellSilent()
    pause.utteranceEnded()
    #expect(pause.step == .hold(.immediate))
    _ = pause.fellSilent()
    _ = pause.continued()
    pause.utteranceEnded()
    #expect(pause.step == .none)
  }

  @Test("a pause that is asked for before speech went on leaves it paused")
  func pausedAgain() {
    var pause = SpeechPause()
    pause.requested(at: .immediate)
    _ = pause.fellSilent()
    _ = pause.continued()
    pause.requested(at: .word)
    #expect(pause.isPaused && pause.step == .rest)
  }
}
