// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite("ListenerStateMachine")
struct ListenerStateMachineTests {
  private typealias Machine = ListenerStateMachine<Int>

  private func started(_ machine: inout Machine, _ run: Int) -> String {
    switch machine.startRequested(run) {
    case .run(let previous): "run after \(previous.map(String.init) ?? "none")"
    case .refuseBusy: "busy"
    case .refuseClosed: "closed"
    }
  }

  private func stopped(_ machine: inout Machine) -> String {
    switch machine.stopRequested() {
    case .stop(let run): "stop \(run)"
    case .answer(let transcript): "answer '\(transcript.text)'"
    }
  }

  private func transcript(_ text: String) -> Transcript {
    Transcript(sessionID: nil, segments: [TranscriptSegment(text: text, range: .zero..<(.seconds(1)))])
  }

  @Test("a start while a session listens is refused and leaves it alone")
  func busy() {
    var machine = Machine()

    #expect(started(&machine, 1) == "run after none")
    #expect(started(&machine, 2) == "busy")
    #expect(machine.activeRun == 1)
  }

  @Test("a start while a session is ending runs after it")
  func afterEnding() {
    var machine = Machine()
    _ = machine.startRequested(1)
    machine.runIsEnding { $0 == 1 }

    #expect(started(&machine, 2) == "run after 1")

    // The older session's end must not end the newer one.
    machine.runEnded(transcript("one")) { $0 == 1 }
    #expect(machine.activeRun == 2)
  }

  @Test("a stop without a session answers with an empty transcript, later with the last one")
  func stopWithout() {
    var machine = Machine()
    #expect(stopped(&machine) == "answer ''")

    _ = machine.startRequested(1)
    #expect(stopped(&machine) == "stop 1")
    machine.runEnded(transcript("one")) { $0 == 1 }

    #expect(stopped(&machine) == "answer 'one'")
    #expect(stopped(&machine) == "answer 'one'")
  }

  @Test("a session that never became ready leaves the last transcript as it is")
  func neverReady() {
    var machine = Machine()
    _ = machine.startRequested(1)
    machine.runEnded(transcript("one")) { $0 == 1 }
    _ = machine.startRequested(2)
    machine.runEnded(nil) { $0 == 2 }

    #expect(stopped(&machine) == "answer 'one'")
  }

  @Test("closing gives the session to end, lets others wait for it and refuses new ones")
  func closing() {
    var machine = Machine()
    _ = machine.startRequested(1)

    #expect(machine.closeRequested() == 1)
    #expect(started(&machine, 2) == "closed")
    #expect(stopped(&machine) == "stop 1")
    #expect(machine.closeRequested() == 1)

    machine.runEnded(transcript("one")) { $0 == 1 }
    #expect(machine.closeRequested() == nil)
    #expect(stopped(&machine) == "answer 'one'")
  }
}
