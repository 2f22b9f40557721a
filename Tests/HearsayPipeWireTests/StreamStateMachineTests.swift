// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayPipeWire

@Suite("StreamStateMachine")
struct StreamStateMachineTests {
  private typealias Machine = StreamStateMachine

  private let mic = StreamStateMachine.Peer(id: 40, name: "mic", isSink: false, isSource: true)
  private let other = StreamStateMachine.Peer(id: 41, name: "other", isSink: false, isSource: true)
  private let speaker = StreamStateMachine.Peer(id: 42, name: "speaker", isSink: true, isSource: false)

  /// A capture stream that runs on `mic`.
  private func running(device: String? = nil) -> StreamStateMachine {
    var machine = Machine(direction: .input, device: device, corked: false)
    _ = machine.stateChanged(.connecting, message: nil)
    _ = machine.stateChanged(.paused, message: nil)
    _ = machine.linked(7, to: mic)
    machine.formatAgreed()
    _ = machine.stateChanged(.streaming, message: nil)
    _ = machine.cycled()
    return machine
  }

  private func end(_ actions: [StreamStateMachine.Action]) -> VoiceError? {
    for case .end(let error) in actions { return error }
    return nil
  }

  @Test("a start is reached with streaming and a cycle, in either order")
  func start() {
    var machine = Machine(direction: .input, device: nil, corked: false)
    #expect(machine.stateChanged(.paused, message: nil).isEmpty)
    #expect(machine.stateChanged(.streaming, message: nil).isEmpty)
    #expect(machine.cycled() == [.reached])
    #expect(machine.phase == .running)
    #expect(machine.cycled().isEmpty)
  }

  @Test("a stream that is moved to another device within the grace goes on")
  func moved() {
    var machine = running()
    #expect(machine.stateChanged(.paused, message: nil) == [.startGrace(Machine.pauseGrace)])
    machine.unlinked(7)
    #expect(machine.linked(8, to: other).isEmpty)
    #expect(machine.stateChanged(.streaming, message: nil) == [.cancelGrace])
    #expect(machine.nodeRemoved(mic.id).isEmpty)
    #expect(machine.phase == .running)
  }

  @Test("a removed device ends the stream once", arguments: [nil, "mic"])
  func removed(device: String?) {
    var machine = running(device: device)
    _ = machine.stateChanged(.paused, message: nil)
    machine.unlinked(7)
    let error = end(machine.nodeRemoved(mic.id))
    #expect(error?.code == .routeChanged)
    #expect(error?.reason == .deviceRemoved)
    #expect(machine.stateChanged(.unconnected, message: nil).isEmpty)
    #expect(machine.graceOver().isEmpty)
  }

  @Test("a pause without another reason is a take-over after the grace")
  func takenOver() {
    var machine = running()
    _ = machine.stateChanged(.paused, message: nil)
    machine.unlinked(7)
    let error = end(machine.graceOver())
    #expect(error?.code == .interrupted)
    #expect(error?.reason == .takenOver)
  }

  @Test("a pause after the session manager went away names that")
  func sessionManagerGone() {
    var machine = running()
    machine.sessionManager(isPresent: false)
    _ = machine.stateChanged(.paused, message: nil)
    #expect(end(machine.graceOver())?.reason == .serviceUnavailable)
  }

  @Test("a pinned stream that is linked to another device ends")
  func pinnedMoved() {
    var machine = running(device: "mic")
    #expect(end(machine.linked(8, to: other))?.code == .routeChanged)
  }

  @Test("a capture of the default that is linked to an output's monitor ends")
  func monitor() {
    var machine = Machine(direction: .input, device: nil, corked: false)
    _ = machine.stateChanged(.paused, message: nil)
    #expect(end(machine.linked(8, to: speaker))?.reason == .noDevice)

    var named = Machine(direction: .input, device: "speaker", corked: false)
    _ = named.stateChanged(.paused, message: nil)
    #expect(named.linked(8, to: speaker).isEmpty)
  }

  @Test("'no node available' ends a start only when no device comes within the grace")
  func noNode() {
    var machine = Machine(direction: .input, device: nil, corked: false)
    _ = machine.stateChanged(.paused, message: nil)
    #expect(
      machine.stateChanged(.failed, message: "no node available") == [.startGrace(Machine.deviceGrace)])
    var late = machine
    #expect(end(machine.graceOver())?.reason == .noDevice)
    _ = late.linked(7, to: mic)
    #expect(late.stateChanged(.streaming, message: nil) == [.cancelGrace])
  }

  @Test("another error of the stream is kept with its words")
  func failed() {
    var machine = running()
    let error = end(machine.stateChanged(.failed, message: "out of buffers"))
    #expect(error?.code == .audioError)
    #expect(error?.reason == .streamFailed)
    #expect(error?.underlying?.text == "out of buffers")
  }

  @Test("a start that does not come says how far it came")
  func limits() {
    var unlinked = Machine(direction: .input, device: nil, corked: false)
    _ = unlinked.stateChanged(.paused, message: nil)
    var linked = unlinked
    #expect(end(unlinked.limitReached())?.reason == .noDevice)
    _ = linked.linked(7, to: mic)
    var agreed = linked
    #expect(end(linked.limitReached())?.reason == .formatNotSupported)
    agreed.formatAgreed()
    _ = agreed.stateChanged(.streaming, message: nil)
    #expect(end(agreed.limitReached())?.reason == .inputStalled)
    var unanswered = Machine(direction: .output, device: nil, corked: true)
    #expect(end(unanswered.limitReached())?.reason == .serviceUnresponsive)
    var fine = running()
    #expect(fine.limitReached().isEmpty)
  }

  @Test("a corked stream that follows the default outlives its device, a pinned one does not")
  func corked() {
    for device in [nil, "speaker"] {
      var machine = Machine(direction: .output, device: device, corked: true)
      #expect(machine.stateChanged(.paused, message: nil) == [.reached])
      _ = machine.linked(7, to: speaker)
      machine.unlinked(7)
      #expect((end(machine.nodeRemoved(speaker.id)) == nil) == (device == nil))
    }
  }

  @Test("a stream that we cork is not interrupted")
  func corkedByUs() {
    var machine = Machine(direction: .output, device: nil, corked: true)
    _ = machine.stateChanged(.paused, message: nil)
    #expect(machine.resumed().isEmpty)
    _ = machine.linked(7, to: speaker)
    _ = machine.stateChanged(.streaming, message: nil)
    #expect(machine.cycled() == [.reached])
    #expect(machine.corked().isEmpty)
    #expect(machine.stateChanged(.paused, message: nil).isEmpty)
    #expect(machine.resumed().isEmpty)
    #expect(machine.stateChanged(.streaming, message: nil).isEmpty)
    #expect(machine.cycled() == [.reached])
  }

  @Test("a node of ours that the server hides while it streams is a revoked permission")
  func revoked() {
    var machine = running()
    #expect(end(machine.ownNodeRemoved())?.code == .permissionDenied)
    var paused = running()
    _ = paused.stateChanged(.paused, message: nil)
    #expect(end(paused.ownNodeRemoved())?.reason == .streamFailed)
  }

  @Test("nothing comes out of a closed stream")
  func closed() {
    var machine = running()
    _ = machine.stateChanged(.paused, message: nil)
    #expect(machine.closed() == [.cancelGrace])
    #expect(machine.connectionFailed(ConnectionFailure.closed).isEmpty)
    #expect(machine.nodeRemoved(mic.id).isEmpty)
    #expect(machine.linked(9, to: other).isEmpty)
  }
}
