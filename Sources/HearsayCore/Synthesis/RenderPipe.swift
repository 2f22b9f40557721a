// SPDX-License-Identifier: Apache-2.0

/// The way of one utterance's blocks from the engine's thread to the player, with its lock and the sleeping renderer.
final class RenderPipe: Sendable {
  private let machine = Locked(RenderPipeStateMachine())
  private let room = WakeSignal()
  private let player: SpeechSignal

  init(player: SpeechSignal) { self.player = player }

  /// Hands an item over; called on the engine's thread and by the renderer, one at a time.
  func put(_ item: RenderPipeStateMachine.Item) {
    if machine.withLock({ $0.arrived(item) }) { player.signal() }
  }

  /// Returns once another piece may be rendered; `false` when none is wanted any more.
  func waitForRoom() async -> Bool {
    while true {
      switch machine.withLock({ $0.rendererAsked() }) {
      case .render: return true
      case .stop: return false
      case .wait:
        if Task.isCancelled { return false }
        await room.wait()
      }
    }
  }

  /// The next item; `nil` when there is none yet.
  func take() -> RenderPipeStateMachine.Item? {
    guard let (item, freesRoom) = machine.withLock({ $0.playerAsked() }) else { return nil }
    if freesRoom { room.signal() }
    return item
  }

  /// Throws away what is in the pipe and lets the renderer stop.
  func close() {
    machine.withLock { $0.closed() }
    room.signal()
  }
}
