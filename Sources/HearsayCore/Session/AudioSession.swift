// SPDX-License-Identifier: Apache-2.0

// Facts come on the backend's loop thread and go through a bounded queue to this actor, where a pure state machine says
// what they mean. Nothing here touches the audio server.

/// Watches the audio server's devices: which there are, which are the defaults, and whether the server is there.
///
/// Run `run()` in a task of its own for as long as the app wants to know. When the server is lost the session says so,
/// tries again after 100 ms, 200 ms and so on up to every 5 s, and tells what is different once it is back.
public actor AudioSession {
  private let graph: any AudioGraph
  private let clock: any Clock<Duration>
  private let report: @Sendable (VoiceEvent) -> Void
  private let queueLimit: Int
  private let broadcaster = EventBroadcaster<Event>(AudioRoute())
  private let readiness = EventBroadcaster<AudioSessionReadiness>(.unknown, capacity: 4)
  private var machine = AudioSessionStateMachine()
  private var isRunning = false

  /// Makes a session; nothing is watched before `run()`.
  ///
  /// - Parameters:
  ///   - graph: Where the facts come from.
  ///   - clock: The clock of the waits between attempts.
  ///   - report: Called with the route when it is first known (a `state`), each `routeChanged` and each
  ///     `interruption`, in order, on the session's actor; it must not block.
  public init(
    graph: any AudioGraph, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (VoiceEvent) -> Void = { _ in }
  ) {
    self.init(graph: graph, clock: clock, queueLimit: 4096, report: report)
  }

  package init(
    graph: any AudioGraph, clock: any Clock<Duration>, queueLimit: Int, report: @escaping @Sendable (VoiceEvent) -> Void
  ) {
    self.graph = graph
    self.clock = clock
    self.queueLimit = queueLimit
    self.report = report
  }

  /// The default devices; empty before they are known.
  public var currentRoute: AudioRoute { machine.route }

  /// The inputs there are, ordered by their identifiers.
  public var availableInputs: [AudioDevice] { machine.devices(.input) }

  /// The outputs there are, ordered by their identifiers.
  public var availableOutputs: [AudioDevice] { machine.devices(.output) }

  /// A new subscription to the session's events; the present route comes first.
  ///
  /// It goes on over several runs and ends with the session or the reading task.
  public nonisolated func events() -> EventStream<Event> { broadcaster.subscribe() }

  /// Watches until the task is cancelled, and then returns.
  ///
  /// More than 4,096 facts that wait to be looked at are thrown away; the session then watches anew and tells what is
  /// different.
  ///
  /// - Throws: `busy` when the session is running already; `permission_denied` when the server refuses us for good;
  ///   `not_supported` when this build has no such part. A server that is not there is no error, but waited for, and so
  ///   is a permission that nobody has decided on yet.
  public func run() async throws(VoiceError) {
    guard !isRunning else {
      throw VoiceError(
        .busy, .unspecified, "The audio session is running already; cancel the task that runs it first.",
        isRecoverable: true)
    }
    isRunning = true
    defer { isRunning = false }
    while !Task.isCancelled {
      let end = await watch()
      guard !Task.isCancelled, let end else { break }
      switch end {
      case .fail(let error):
        machine.watchStopped()
        readiness.send(.failed(error))
        throw error
      case .retry(let delay, let actions):
        perform(actions)
        // Cancelled: the loop's condition sees it.
        try? await clock.sleep(for: delay)
      }
    }
    machine.watchStopped()
  }

  /// Returns when the devices are known, for a caller that wants to list them once.
  ///
  /// - Throws: What made the last attempt to reach the server fail; `audio_error` (`serviceUnresponsive`) when there is
  ///   no answer within 5 s, or nobody runs the session; `interrupted` (`closed`) when the task is cancelled.
  public func ready() async throws(VoiceError) {
    let stream = readiness.subscribe()
    let clock = clock
    let outcome = await withTaskGroup(of: AudioSessionReadiness.self) { group in
      group.addTask {
        for await state in stream {
          if case .unknown = state { continue }
          return state
        }
        return .unknown
      }
      group.addTask {
        try? await clock.sleep(for: .seconds(5))
        return .unknown
      }
      let first = await group.next() ?? .unknown
      group.cancelAll()
      return first
    }
    switch outcome {
    case .ready: return
    case .failed(let error): throw error
    case .unknown:
      if Task.isCancelled {
        throw VoiceError(
          .interrupted, .closed, "The wait for the devices was cancelled; call again to go on waiting.",
          isRecoverable: true)
      }
      throw VoiceError(
        .audioError, .serviceUnresponsive,
        "The audio session does not know the devices after 5 s; check that it runs and that PipeWire answers.",
        isRecoverable: true)
    }
  }

  /// Whether `run()` ends with that error of a watch instead of trying again.
  package static func givesUp(after error: VoiceError) -> Bool {
    // A permission that nobody has decided on yet may still come.
    error.code == .notSupported || (error.code == .permissionDenied && !error.isRecoverable)
  }

  /// Makes `ready()` wait for the next attempt instead of throwing what the last one threw; for whoever is about to run
  /// the session again.
  package nonisolated func forgetFailure() {
    readiness.send { if case .failed = $0 { .unknown } else { $0 } }
  }

  /// One watch from its start to its end; `nil` when it was cancelled.
  private func watch() async -> AudioSessionStateMachine.EndAction? {
    machine.watchBegan()
    let queue = GraphEventQueue(limit: queueLimit)
    let graph = graph
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(VoiceError) {
          try await graph.watch { queue.put($0) }
          queue.finish(nil)
        } catch {
          queue.finish(error)
        }
      }
      // Leaving ends the watch, whose child task the group awaits.
      defer { group.cancelAll() }
      while true {
        switch await queue.next() {
        case .events(let events): for event in events { perform(machine.eventArrived(event, at: .now)) }
        case .overflowed: return machine.eventsOverflowed()
        case .ended(let error?):
          let end = machine.watchFailed(error, at: .now)
          readiness.send(.failed(error))
          return end
        case .ended(nil):
          if Task.isCancelled { return nil }
          // A graph that returns on its own has ended its watch like a server that goes away.
          return machine.watchFailed(Self.watchEnded, at: .now)
        }
      }
    }
  }

  private static let watchEnded = VoiceError(
    .interrupted, .serviceUnavailable, "The watch of the audio server ended; it is started anew.",
    isRecoverable: true)

  private func perform(_ actions: [AudioSessionStateMachine.Action]) {
    for action in actions {
      switch action {
      case .markReady: readiness.send(.ready)
      case .report(let event):
        broadcaster.send(event)
        switch event {
        case .routeChanged(let change): report(.routeChanged(change))
        case .interruption(let interruption): report(.interruption(interruption))
        case .state(let route): report(.state(VoiceState(route: route)))
        case .eventsDropped: break
        }
      }
    }
  }
}
