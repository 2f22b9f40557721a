// SPDX-License-Identifier: Apache-2.0

/// The way of one utterance's blocks from the engine's thread to the player: a pure state machine.
///
/// An engine must not be made to wait within a piece, so what bounds the pipe is how many pieces it may be ahead.
package struct RenderPipeStateMachine: Sendable {
  /// What the player gets.
  package enum Item: Sendable, Hashable {
    case pieceBegan(UtterancePiece)
    case block(SynthesisBlock)
    case pieceEnded
    /// Nothing more comes: the whole text was rendered and has so many characters.
    case finished(characterCount: Int)
    /// Nothing more comes: the engine failed.
    case failed(VoiceError)
  }

  /// What the renderer may do next.
  package enum RoomAction: Sendable, Hashable {
    case render
    case wait
    case stop
  }

  private let pieceLimit: Int
  private var items: [Item] = []
  private var head = 0
  private var openPieces = 0
  private var isClosed = false

  /// - Parameter pieceLimit: How many pieces may be in the pipe, the one being taken out included.
  package init(pieceLimit: Int = 2) { self.pieceLimit = max(1, pieceLimit) }

  package func rendererAsked() -> RoomAction {
    if isClosed { return .stop }
    return openPieces < pieceLimit ? .render : .wait
  }

  /// Queues an item; returns whether the player must be told.
  package mutating func arrived(_ item: Item) -> Bool {
    guard !isClosed else { return false }
    if case .pieceBegan = item { openPieces += 1 }
    items.append(item)
    return true
  }

  /// The next item, and whether the renderer may go on because of its leaving.
  package mutating func playerAsked() -> (item: Item, freesRoom: Bool)? {
    guard head < items.count else { return nil }
    let item = items[head]
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64 {
      items.removeFirst(head)
      head = 0
    }
    guard case .pieceEnded = item else { return (item, false) }
    openPieces -= 1
    return (item, true)
  }

  /// The player takes no more.
  package mutating func closed() {
    isClosed = true
    items = []
    head = 0
  }
}
