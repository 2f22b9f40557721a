// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

/// An event of these tests: a number that may be shed, or one that may not.
enum TestEvent: BroadcastEvent, Hashable {
  case partial(Int)
  case final(Int)
  case lost(Int)

  static func first(_ snapshot: Int) -> TestEvent? { .final(snapshot) }
  static func dropped(_ count: Int) -> TestEvent? { .lost(count) }

  func apply(to snapshot: inout Int) { if case .final(let number) = self { snapshot = number } }

  func supersedes(_ earlier: TestEvent) -> Bool {
    if case .partial = self, case .partial = earlier { true } else { false }
  }

  var isExpendable: Bool { if case .partial = self { true } else { false } }
}

@Suite struct EventBufferStateMachineTests {
  private func drain(_ machine: inout EventBufferStateMachine<TestEvent>) -> [TestEvent] {
    var events: [TestEvent] = []
    while case .deliver(let event) = machine.consumerAsked() { events.append(event) }
    return events
  }

  @Test("events come out in order, the end last")
  func order() {
    var machine = EventBufferStateMachine<TestEvent>(capacity: 1000)
    for number in 0..<300 { machine.eventArrived(.final(number)) }
    machine.finished()
    machine.eventArrived(.final(999))
    #expect(drain(&machine) == (0..<300).map { .final($0) })
    guard case .finish = machine.consumerAsked() else {
      Issue.record("The end comes when everything was read.")
      return
    }
  }

  @Test("a newer partial takes the place of the one just before it, and of no other")
  func superseded() {
    var machine = EventBufferStateMachine<TestEvent>(capacity: 10)
    for event: TestEvent in [.partial(1), .partial(2), .final(3), .partial(4), .partial(5)] {
      machine.eventArrived(event)
    }
    #expect(drain(&machine) == [.partial(2), .final(3), .partial(5)])
  }

  @Test("a full queue sheds partials first, and says how many are gone")
  func shedding() {
    var machine = EventBufferStateMachine<TestEvent>(capacity: 4)
    for event: TestEvent in [.final(1), .partial(2), .final(3), .partial(4), .final(5), .final(6)] {
      machine.eventArrived(event)
    }
    #expect(machine.count == 4)
    #expect(drain(&machine) == [.lost(2), .final(1), .final(3), .final(5), .final(6)])
  }

  @Test("with nothing to shed the oldest goes, and the queue never grows beyond its capacity")
  func oldest() {
    var machine = EventBufferStateMachine<TestEvent>(capacity: 3)
    for number in 0..<10 {
      machine.eventArrived(.final(number))
      #expect(machine.count <= 3)
    }
    #expect(drain(&machine) == [.lost(7), .final(7), .final(8), .final(9)])
    machine.eventArrived(.final(10))
    #expect(drain(&machine) == [.final(10)])
  }
}
