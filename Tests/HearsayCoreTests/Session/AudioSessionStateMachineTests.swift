// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite struct AudioSessionStateMachineTests {
  private let time = MonotonicTime(nanoseconds: 7)
  private let lost = VoiceError(.interrupted, .serviceUnavailable, "The server went away.")

  private func input(_ id: String) -> AudioDevice { AudioDevice(id: id, direction: .input, description: id) }
  private func output(_ id: String) -> AudioDevice { AudioDevice(id: id, direction: .output, description: id) }

  /// A machine that knows `mic` and `speaker`, both the defaults.
  private func live() -> AudioSessionStateMachine {
    var machine = AudioSessionStateMachine()
    machine.watchBegan()
    for event in start { _ = machine.eventArrived(event, at: time) }
    _ = machine.eventArrived(.ready, at: time)
    return machine
  }

  private var start: [GraphEvent] {
    [
      .deviceAdded(input("mic")), .deviceAdded(output("speaker")), .defaultChanged(.input, id: "mic"),
      .defaultChanged(.output, id: "speaker"),
    ]
  }

  private func words(_ actions: [AudioSessionStateMachine.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .markReady: "ready"
      case .report(.state(let route)): "state \(name(route))"
      case .report(.routeChanged(let change)):
        "\(change.reason.rawValue) \(change.device?.id ?? "none"): \(name(change.previousRoute)) > \(name(change.currentRoute))"
      case .report(.interruption(let interruption)): "\(interruption.phase) \(interruption.reason.rawValue)"
      case .report(.eventsDropped): "dropped"
      }
    }
  }

  private func name(_ route: AudioRoute) -> String { "\(route.input?.id ?? "-")/\(route.output?.id ?? "-")" }

  private func arrived(_ machine: inout AudioSessionStateMachine, _ event: GraphEvent) -> [String] {
    words(machine.eventArrived(event, at: time))
  }

  @Test("nothing is told before the first ready, and then the route as it is")
  func firstReady() {
    var machine = AudioSessionStateMachine()
    machine.watchBegan()
    for event in start { #expect(machine.eventArrived(event, at: time) == []) }
    #expect(arrived(&machine, .ready) == ["state mic/speaker", "ready"])
    #expect(machine.devices(.input) == [input("mic")])
    #expect(machine.devices(.output) == [output("speaker")])
  }

  @Test("devices that come and go are told with the routes before and after")
  func comeAndGo() {
    var machine = live()
    #expect(arrived(&machine, .deviceAdded(input("usb"))) == ["newDeviceAvailable usb: mic/speaker > mic/speaker"])
    #expect(arrived(&machine, .defaultChanged(.input, id: "usb")) == ["defaultChanged usb: mic/speaker > usb/speaker"])
    #expect(
      arrived(&machine, .deviceRemoved(.input, id: "usb")) == ["oldDeviceUnavailable usb: usb/speaker > -/speaker"])
    #expect(arrived(&machine, .defaultChanged(.input, id: "mic")) == ["defaultChanged mic: -/speaker > mic/speaker"])
  }

  @Test("what says nothing new is not told")
  func duplicates() {
    var machine = live()
    #expect(arrived(&machine, .deviceAdded(input("mic"))) == [])
    #expect(arrived(&machine, .defaultChanged(.input, id: "mic")) == [])
    #expect(arrived(&machine, .deviceRemoved(.input, id: "unknown")) == [])
    #expect(arrived(&machine, .deviceRemoved(.output, id: "mic")) == [])
    #expect(arrived(&machine, .ready) == [])
  }

  @Test("an input and an output may have the same name")
  func sameName() {
    var machine = live()
    #expect(arrived(&machine, .deviceAdded(output("mic"))) == ["newDeviceAvailable mic: mic/speaker > mic/speaker"])
    #expect(
      arrived(&machine, .deviceRemoved(.output, id: "mic")) == ["oldDeviceUnavailable mic: mic/speaker > mic/speaker"])
    #expect(machine.devices(.input) == [input("mic")])
  }

  @Test("a default that is not there yet takes over when its device comes")
  func earlyDefault() {
    var machine = live()
    #expect(arrived(&machine, .defaultChanged(.output, id: "usb")) == [])
    #expect(machine.route.output == output("speaker"))
    #expect(
      arrived(&machine, .deviceAdded(output("usb"))) == [
        "newDeviceAvailable usb: mic/speaker > mic/speaker", "defaultChanged usb: mic/speaker > mic/usb",
      ])
  }

  @Test("a default device that is plugged in again is the default again")
  func replugged() {
    var machine = live()
    #expect(
      arrived(&machine, .deviceRemoved(.input, id: "mic")) == ["oldDeviceUnavailable mic: mic/speaker > -/speaker"])
    #expect(
      arrived(&machine, .deviceAdded(input("mic"))) == [
        "newDeviceAvailable mic: -/speaker > -/speaker", "defaultChanged mic: -/speaker > mic/speaker",
      ])
  }

  @Test("no default at all is told once")
  func noDefault() {
    var machine = live()
    #expect(arrived(&machine, .defaultChanged(.input, id: nil)) == ["defaultChanged none: mic/speaker > -/speaker"])
    #expect(arrived(&machine, .defaultChanged(.input, id: nil)) == [])
  }

  @Test("a loss is told once, and the server's return with the differences before the end of the interruption")
  func loss() {
    var machine = live()
    guard case .retry(let delay, let actions) = machine.watchFailed(lost, at: time) else {
      Issue.record("A lost server is waited for.")
      return
    }
    #expect(delay == .milliseconds(100))
    #expect(words(actions) == ["began serviceLost"])
    #expect(machine.watchFailed(lost, at: time) == .retry(after: .milliseconds(200), []))

    machine.watchBegan()
    #expect(machine.route.input == input("mic"))
    let events: [GraphEvent] = [
      .deviceAdded(output("speaker")), .deviceAdded(input("usb")), .defaultChanged(.input, id: "usb"),
      .defaultChanged(.output, id: "speaker"),
    ]
    for event in events { #expect(machine.eventArrived(event, at: time) == []) }
    #expect(
      arrived(&machine, .ready) == [
        "oldDeviceUnavailable mic: mic/speaker > -/speaker", "newDeviceAvailable usb: -/speaker > -/speaker",
        "defaultChanged usb: -/speaker > usb/speaker", "ended(shouldResume: true) serviceLost", "ready",
      ])
  }

  @Test("a server that comes back the same makes no difference")
  func sameAgain() {
    var machine = live()
    _ = machine.watchFailed(lost, at: time)
    machine.watchBegan()
    for event in start { _ = machine.eventArrived(event, at: time) }
    #expect(arrived(&machine, .ready) == ["ended(shouldResume: true) serviceLost", "ready"])
  }

  @Test("the waits double from 100 ms to 5 s, and begin anew after a ready")
  func backOff() {
    var machine = live()
    func delay() -> Duration? {
      guard case .retry(let delay, _) = machine.watchFailed(lost, at: time) else { return nil }
      return delay
    }
    let delays = (0..<9).map { _ in delay() }
    #expect(delays == [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000].map { .milliseconds($0) })
    machine.watchBegan()
    _ = machine.eventArrived(.ready, at: time)
    #expect(delay() == .milliseconds(100))
  }

  @Test("a server that is not there at the start is waited for, and no interruption")
  func notThere() {
    var machine = AudioSessionStateMachine()
    machine.watchBegan()
    #expect(machine.watchFailed(lost, at: time) == .retry(after: .milliseconds(100), []))
    machine.watchBegan()
    for event in start { _ = machine.eventArrived(event, at: time) }
    #expect(arrived(&machine, .ready) == ["state mic/speaker", "ready"])
  }

  @Test("what was gathered before a loss is not carried into the next watch")
  func halfGathered() {
    var machine = AudioSessionStateMachine()
    machine.watchBegan()
    _ = machine.eventArrived(.deviceAdded(input("gone")), at: time)
    _ = machine.watchFailed(lost, at: time)
    machine.watchBegan()
    _ = machine.eventArrived(.ready, at: time)
    #expect(machine.devices(.input) == [])
  }

  @Test("an overflow is no interruption, and its differences are told")
  func overflow() {
    var machine = live()
    #expect(machine.eventsOverflowed() == .retry(after: .milliseconds(100), []))
    machine.watchBegan()
    for event in start { _ = machine.eventArrived(event, at: time) }
    _ = machine.eventArrived(.deviceAdded(input("usb")), at: time)
    #expect(arrived(&machine, .ready) == ["newDeviceAvailable usb: mic/speaker > mic/speaker", "ready"])
  }

  @Test(
    "trying again is of no use when access is denied", arguments: [VoiceError.Code.permissionDenied, .notSupported])
  func denied(_ code: VoiceError.Code) {
    var machine = AudioSessionStateMachine()
    machine.watchBegan()
    let error = VoiceError(code, .accessDenied, "The server refuses us.")
    #expect(machine.watchFailed(error, at: time) == .fail(error))
  }

  @Test("after a run was stopped the next one tells what is different")
  func stopped() {
    var machine = live()
    machine.watchStopped()
    machine.watchBegan()
    for event in start.dropFirst() { _ = machine.eventArrived(event, at: time) }
    #expect(arrived(&machine, .ready) == ["oldDeviceUnavailable mic: mic/speaker > -/speaker", "ready"])
  }
}
