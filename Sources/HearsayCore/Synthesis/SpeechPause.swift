// SPDX-License-Identifier: Apache-2.0

/// Whether speech goes on, is to pause, or is paused: a pure state machine.
package struct SpeechPause: Sendable {
  /// What the task that speaks has to do about it.
  package enum Step: Sendable, Hashable {
    /// Speak on.
    case none
    /// Let the output stop at a boundary of this kind, as soon as one is known.
    case hold(SpeechBoundary)
    /// Look whether all frames before this one have been heard, and call `fellSilent()` then.
    case awaitSilence(UInt64)
    /// Sleep.
    case rest
    /// Call `wentOn()` and let the output run.
    case goOn
  }

  private enum State: Hashable {
    case speaking
    case asked(SpeechBoundary)
    case holding(UInt64)
    case paused
    case continuing
  }

  private var state = State.speaking

  package init() {}

  /// Whether nothing is heard until `continued()`.
  package var isPaused: Bool { state == .paused }

  /// What to do now.
  package var step: Step {
    switch state {
    case .speaking: .none
    case .asked(let boundary): .hold(boundary)
    case .holding(let frame): .awaitSilence(frame)
    case .paused: .rest
    case .continuing: .goOn
    }
  }

  /// A pause is asked for.
  package mutating func requested(at boundary: SpeechBoundary) {
    switch state {
    case .speaking: state = .asked(boundary)
    // At once is sooner than behind a word.
    case .asked(.word), .holding: if boundary == .immediate { state = .asked(.immediate) }
    // It has not begun to go on.
    case .continuing: state = .paused
    case .asked(.immediate), .paused: break
    }
  }

  /// The output was told to stop before that frame.
  package mutating func held(at frame: UInt64) {
    if case .asked = state { state = .holding(frame) }
  }

  /// Nothing is heard any more; returns whether that is news.
  package mutating func fellSilent() -> Bool {
    switch state {
    case .asked, .holding:
      state = .paused
      return true
    case .speaking, .paused, .continuing: return false
    }
  }

  /// Speech is to go on; returns whether a pause was asked for before.
  package mutating func continued() -> Bool {
    switch state {
    // Not silent yet: as if nothing had been asked for.
    case .asked, .holding: state = .speaking
    case .paused: state = .continuing
    case .speaking, .continuing: return false
    }
    return true
  }

  /// The output is let run again.
  package mutating func wentOn() {
    if state == .continuing { state = .speaking }
  }

  /// Nothing is left to be paused.
  package mutating func reset() { state = .speaking }

  /// The utterance is over; the pause is the next one's.
  package mutating func utteranceEnded() {
    switch state {
    case .holding, .paused: state = .asked(.immediate)
    case .continuing: state = .speaking
    case .asked, .speaking: break
    }
  }
}
