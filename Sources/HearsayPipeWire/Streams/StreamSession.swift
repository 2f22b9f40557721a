// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge
  internal import HearsayCore

  /// One open stream: its machine, its C object, and who waits for it.
  ///
  /// Confined to the connection's actor.
  @safe
  final class StreamSession {
    let number: Int
    let direction: AudioDevice.Direction
    var machine: StreamStateMachine

    /// The stream of the C bridge, while there is one.
    var native: OpaquePointer?
    /// What C is given for the stream's events; one reference is C's while `native` is there.
    var handle: Unmanaged<StreamHandle>?
    /// The id of our node, once the server has given one.
    var node: UInt32?
    /// Why the stream is over.
    var error: VoiceError?
    /// Whether the caller has the stream: then errors go to its buffer, before they are thrown.
    var isOpened = false
    var isStopping = false
    /// Whether the task behind `waiter` was cancelled.
    var isCancelled = false
    var grace: AlarmQueue.Token?

    /// Whoever waits for the phase wanted.
    var waiter: CheckedContinuation<Void, Never>?
    /// Whoever waits for the end of streaming, or for frames.
    var settleWaiter: CheckedContinuation<Void, Never>?
    /// Whether `settleWaiter` has what it waits for.
    var isSettled: () -> Bool = { true }
    /// Later callers of stop and close.
    var closeWaiters: [CheckedContinuation<Void, Never>] = []

    let memory: any CycleMemory

    init(number: Int, machine: StreamStateMachine, memory: any CycleMemory) {
      self.number = number
      self.machine = machine
      direction = machine.direction
      self.memory = memory
    }

    func resumeWaiter() {
      waiter?.resume()
      waiter = nil
    }

    func settle() {
      settleWaiter?.resume()
      settleWaiter = nil
    }
  }

  /// The memory that the data thread works on, seen from the loop thread.
  protocol CycleMemory: AnyObject {
    /// Whether a cycle has brought or taken frames.
    var hasCycled: Bool { get }
    /// Makes the data thread leave the caller's buffer alone.
    func shut()
    /// Wakes the caller's task.
    func signal()
    /// Tells the caller's buffer that the stream is over.
    func fail(_ error: VoiceError)
  }

  /// What C is given for the events of a stream.
  final class StreamHandle: Sendable {
    let connection: PipeWireConnection
    let number: Int

    init(connection: PipeWireConnection, number: Int) {
      self.connection = connection
      self.number = number
    }
  }
#endif
