// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@testable import HearsayCore

@Suite struct SynthesisQueueStateMachineTests {
  private typealias ID = Utterance.ID

  private func id(_ number: UInt64) -> ID { ID(rawValue: number) }

  private func arrive(_ machine: inout SynthesisQueueStateMachine, _ number: UInt64)
    -> SynthesisQueueStateMachine.SpeakAction
  { machine.utteranceArrived(Utterance("text"), id: id(number)) }

  private func asked(_ machine: inout SynthesisQueueStateMachine) -> String {
    switch machine.workerAsked() {
    case .speak(let entry): "speak \(entry.id)"
    case .rest: "rest"
    case .end: "end"
    }
  }

  @Test("the task is started once and takes the utterances in order, then rests, then ends")
  func order() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    #expect(arrive(&machine, 1) == .startWorker)
    #expect(arrive(&machine, 2) == .none)
    #expect(asked(&machine) == "speak 1")
    #expect(arrive(&machine, 3) == .none)
    #expect(machine.finished(id(1)) == true)
    #expect(asked(&machine) == "speak 2")
    #expect(machine.finished(id(2)) == true)
    #expect(asked(&machine) == "speak 3")
    #expect(machine.finished(id(3)) == true)
    #expect(!machine.isSpeaking)
    #expect(asked(&machine) == "rest")
    #expect(asked(&machine) == "end")
    #expect(arrive(&machine, 4) == .startWorker)
  }

  @Test("an utterance that comes while the output is being corked is found by the same task")
  func arrivesWhileResting() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    _ = arrive(&machine, 1)
    _ = asked(&machine)
    _ = machine.finished(id(1))
    #expect(asked(&machine) == "rest")
    #expect(arrive(&machine, 2) == .none)
    #expect(asked(&machine) == "speak 2")
    _ = machine.finished(id(2))
    #expect(asked(&machine) == "rest")
    #expect(asked(&machine) == "end")
  }

  @Test("an utterance that is cancelled before the task has begun leaves the task nothing to do")
  func cancelledBeforeTheTask() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    _ = arrive(&machine, 1)
    #expect(machine.cancelled(id(1)).waiting == [id(1)])
    #expect(asked(&machine) == "rest")
    #expect(asked(&machine) == "end")
  }

  @Test("the limit counts the one being spoken, and room comes with every end")
  func limit() {
    var machine = SynthesisQueueStateMachine(limit: 2)
    _ = arrive(&machine, 1)
    _ = arrive(&machine, 2)
    #expect(arrive(&machine, 3) == .refuseFull)
    _ = asked(&machine)
    #expect(arrive(&machine, 3) == .refuseFull)
    _ = machine.finished(id(1))
    #expect(arrive(&machine, 3) == .none)
  }

  @Test("cancelling one takes out that one wherever it stands, and a second time nothing")
  func cancelOne() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    for number in 1...3 { _ = arrive(&machine, UInt64(number)) }
    _ = asked(&machine)

    let waiting = machine.cancelled(id(2))
    #expect(waiting.current == nil && waiting.waiting == [id(2)])
    let current = machine.cancelled(id(1))
    #expect(current.current?.id == id(1) && current.waiting == [])
    for number in [1, 2, 99] {
      let again = machine.cancelled(id(UInt64(number)))
      #expect(again.current == nil && again.waiting == [])
    }
    #expect(machine.isCurrent(id(1)) == false)
    #expect(machine.finished(id(1)) == false)
    #expect(asked(&machine) == "speak 3")
  }

  @Test("cancelling all takes out the current one and the rest in order")
  func cancelAll() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    for number in 1...3 { _ = arrive(&machine, UInt64(number)) }
    _ = asked(&machine)
    let action = machine.cancelled(nil)
    #expect(action.current?.id == id(1))
    #expect(action.waiting == [id(2), id(3)])
    #expect(!machine.isSpeaking)
  }

  @Test("a failure takes out the current one, and all when the service is lost", arguments: [false, true])
  func failed(_ takesAll: Bool) {
    var machine = SynthesisQueueStateMachine(limit: 10)
    for number in 1...3 { _ = arrive(&machine, UInt64(number)) }
    _ = asked(&machine)
    let action = machine.failed(id(1), takesAll: takesAll)
    #expect(action.current?.id == id(1))
    #expect(action.waiting == (takesAll ? [id(2), id(3)] : []))
    #expect(asked(&machine) == (takesAll ? "rest" : "speak 2"))
  }

  @Test("the failure of one that has ended takes nothing, even when the service is lost")
  func lateFailure() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    for number in 1...2 { _ = arrive(&machine, UInt64(number)) }
    _ = asked(&machine)
    _ = machine.cancelled(id(1))
    let action = machine.failed(id(1), takesAll: true)
    #expect(action.current == nil && action.waiting == [])
    #expect(asked(&machine) == "speak 2")
  }

  @Test("closing takes out everything once and refuses what comes later")
  func closed() {
    var machine = SynthesisQueueStateMachine(limit: 10)
    for number in 1...2 { _ = arrive(&machine, UInt64(number)) }
    _ = asked(&machine)
    let action = machine.closed()
    #expect(action.current?.id == id(1) && action.waiting == [id(2)])
    let again = machine.closed()
    #expect(again.current == nil && again.waiting == [])
    #expect(arrive(&machine, 3) == .refuseClosed)
    #expect(asked(&machine) == "rest")
    #expect(asked(&machine) == "end")
  }

  @Test("every utterance leaves exactly once, whatever happens in whatever order", arguments: 0..<100)
  func exactlyOnce(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var machine = SynthesisQueueStateMachine(limit: 5)
    var accepted: [ID] = []
    var ended: [ID: Int] = [:]
    func end(_ action: SynthesisQueueStateMachine.EndAction) {
      if let current = action.current { ended[current.id, default: 0] += 1 }
      for id in action.waiting { ended[id, default: 0] += 1 }
    }
    for step in 1...300 {
      let any = id(UInt64.random(in: 1...UInt64(step), using: &random))
      switch UInt64.random(in: 0..<100, using: &random) {
      case 0..<40:
        if [.none, .startWorker].contains(arrive(&machine, UInt64(step))) { accepted.append(id(UInt64(step))) }
      case 40..<65: if machine.currentID == nil { _ = machine.workerAsked() }
      case 65..<80:
        let current = machine.currentID ?? any
        if machine.finished(current) { ended[current, default: 0] += 1 }
      case 80..<88: end(machine.cancelled(any))
      case 88..<92: end(machine.failed(any, takesAll: Bool.random(using: &random)))
      case 92..<94: end(machine.cancelled(nil))
      default: #expect(machine.finished(id(10_000)) == false)
      }
    }
    end(machine.closed())
    #expect(ended.count == accepted.count)
    #expect(ended.values.allSatisfy { $0 == 1 })
  }
}
