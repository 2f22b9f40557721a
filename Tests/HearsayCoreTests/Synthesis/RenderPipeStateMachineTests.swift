// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct RenderPipeStateMachineTests {
  private let piece = UtterancePiece(text: "a", characterOffset: 0, characterCount: 1, scalarOffset: 0, isLast: false)
  private let block = SynthesisBlock(samples: [0], sampleRate: 8000)

  @Test("the renderer waits once two pieces are ahead, and goes on when one has been taken out whole")
  func bound() {
    var machine = RenderPipeStateMachine(pieceLimit: 2)
    for _ in 0..<2 {
      #expect(machine.rendererAsked() == .render)
      for item: RenderPipeStateMachine.Item in [.pieceBegan(piece), .block(block), .pieceEnded] {
        #expect(machine.arrived(item) == true)
      }
    }
    #expect(machine.rendererAsked() == .wait)

    #expect(machine.playerAsked()?.freesRoom == false)
    #expect(machine.playerAsked()?.freesRoom == false)
    #expect(machine.rendererAsked() == .wait)
    #expect(machine.playerAsked()?.freesRoom == true)
    #expect(machine.rendererAsked() == .render)
  }

  @Test("items come out in the order in which they went in")
  func order() {
    var machine = RenderPipeStateMachine()
    for count in 0..<200 { _ = machine.arrived(.finished(characterCount: count)) }
    for count in 0..<200 { #expect(machine.playerAsked()?.item == .finished(characterCount: count)) }
    #expect(machine.playerAsked() == nil)
  }

  @Test("a closed pipe is empty, takes nothing and stops the renderer")
  func closed() {
    var machine = RenderPipeStateMachine()
    _ = machine.arrived(.pieceBegan(piece))
    machine.closed()
    #expect(machine.rendererAsked() == .stop)
    #expect(machine.arrived(.block(block)) == false)
    #expect(machine.playerAsked() == nil)
  }
}
