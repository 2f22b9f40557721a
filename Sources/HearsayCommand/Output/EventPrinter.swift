// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Prints a session's events as they come, and remembers how it ended.
final class EventPrinter: Sendable {
  private struct State {
    var error: VoiceError?
    var hasFinished = false
  }

  /// Signalled at each end: a listening session's final, an utterance's end.
  let ended = WakeSignal()

  private let console: Console
  private let state = Locked(State())

  init(console: Console) { self.console = console }

  /// The last error that an event told of.
  var error: VoiceError? { state.withLock { $0.error } }

  /// Whether an utterance was heard to its end.
  var hasFinished: Bool { state.withLock { $0.hasFinished } }

  /// Prints until the events end.
  func print(_ events: EventStream<VoiceEvent>) async {
    for await event in events {
      // The state at the moment of subscribing tells a listener nothing new.
      if case .state = event { continue }
      await console.emit(EventObject.of(event))
      await printForPeople(event)
    }
  }

  private func printForPeople(_ event: VoiceEvent) async {
    switch event {
    case .listeningReady: await console.updateLive { $0.hint = "speak now; Ctrl-C or Ctrl-D ends" }
    case .transcript(let update) where update.isFinal:
      await console.endLive()
      await console.say(update.text)
      ended.signal()
    case .transcript(let update): await console.updateLive { $0.text = update.text }
    case .inputWarning(let warning):
      switch warning.kind {
      case .dropped(let frames, _):
        await console.warn(
          "\(frames) frames of audio were lost: this machine is too busy; end other work or use a faster one.")
      }
    case .synthesis(let event):
      guard case .ended(let finished, _) = event.kind else { return }
      state.withLock { $0.hasFinished = finished }
      ended.signal()
    case .error(let error, _, _, _):
      state.withLock { $0.error = error }
      await console.warn(error.message)
    case .state, .routeChanged, .interruption, .eventsDropped: break
    }
  }
}
