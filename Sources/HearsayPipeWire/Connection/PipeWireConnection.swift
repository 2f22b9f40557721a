// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge
  internal import Glibc
  internal import HearsayCore
  internal import Synchronization

  /// One connection to a server, with its graph and the streams opened through it.
  ///
  /// Its executor is the PipeWire loop's thread. A connection lives once: when the server is lost everything is destroyed
  /// here, and the service makes a new one. Nothing of C is destroyed inside a callback of C: that is posted.
  @safe
  actor PipeWireConnection {
    private enum Phase {
      case idle
      case connecting
      case ready
      case failed(VoiceError)
    }

    /// Somebody who wants to know of the graph.
    private struct Watcher {
      let report: @Sendable (GraphEvent) -> Void
      var continuation: CheckedContinuation<Void, Never>?
    }

    nonisolated let loop = PipeWireLoop()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Whether the server is lost, or the connection was closed.
    ///
    /// Any thread.
    nonisolated var hasFailed: Bool { failed.load(ordering: .acquiring) }
    private nonisolated let failed = Atomic<Bool>(false)

    let settings: ConnectionSettings
    private(set) var graph = GraphModel()
    var sessions: [Int: StreamSession] = [:]
    private var nextNumber = 0

    /// The connection of the C bridge, while there is one.
    private(set) var native: OpaquePointer?
    private var phase = Phase.idle
    private var isGreeted = false
    private var sequence: Int32 = 0
    private var roundsLeft = 2
    private var limit: AlarmQueue.Token?
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var watchers: [Int: Watcher] = [:]

    init(_ settings: ConnectionSettings) { self.settings = settings }

    /// A number that was not given before.
    func makeNumber() -> Int {
      nextNumber += 1
      return nextNumber
    }

    /// Why the connection cannot be used any more; `nil` while it can.
    var failure: VoiceError? {
      if case .failed(let error) = phase { return error }
      return nil
    }

    // MARK: - Opening and closing

    /// Connects, and returns when all of the graph is known.
    func ready() async throws(VoiceError) {
      if case .idle = phase { connect() }
      if case .connecting = phase {
        let number = makeNumber()
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            // The way to here may have been a suspension, in which the answer came already.
            guard case .connecting = phase, !Task.isCancelled else { return continuation.resume() }
            waiters[number] = continuation
          }
        } onCancel: {
          loop.post { self.assumeIsolated { $0.waiters.removeValue(forKey: number)?.resume() } }
        }
      }
      switch phase {
      case .ready: return
      case .failed(let error): throw error
      case .idle, .connecting: throw ConnectionFailure.cancelled
      }
    }

    /// Closes everything and lets the thread end; returns when it has.
    nonisolated func shutDown() async {
      await close()
      await loop.retire()
    }

    /// Closes everything and lets the thread end, without waiting.
    nonisolated func abandon() {
      loop.post { self.assumeIsolated { $0.close() } }
      loop.quit()
    }

    private func close() {
      fail(ConnectionFailure.closed)
      tearDown()
    }

    private func connect() {
      guard let nativeLoop = unsafe loop.native, let properties = unsafe hearsay_pw_properties_create() else {
        return fail(ConnectionFailure.resources(errno))
      }
      unsafe hearsay_pw_properties_set(properties, "application.name", settings.applicationName)
      var events = Self.events
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      unsafe native = hearsay_pw_connection_create(nativeLoop, settings.remote, properties, &events, context)
      guard let native = unsafe native else {
        let number = errno
        unsafe Unmanaged<PipeWireConnection>.fromOpaque(context).release()
        return fail(connectError(number))
      }
      phase = .connecting
      unsafe sequence = hearsay_pw_connection_sync(native)
      limit = loop.schedule(after: settings.answerLimit) { self.assumeIsolated { $0.limitReached() } }
    }

    private var path: String { SocketPath.path(remote: settings.remote, environment: SocketPath.environment) }

    private func connectError(_ number: Int32) -> VoiceError {
      if number != EHOSTDOWN && number != ECONNREFUSED && number != ENOENT && number != EACCES {
        return ConnectionFailure.resources(number)
      }
      return SocketPath.error(for: SocketPath.trouble(at: path), path: path, errno: number)
    }

    // MARK: - The server's answers

    func greeted() { isGreeted = true }

    func synced(_ answered: Int32) {
      guard case .connecting = phase, answered == sequence, let native = unsafe native else { return }
      roundsLeft -= 1
      // The first round brings the registry, the second what was asked for the devices in it.
      if roundsLeft > 0 {
        unsafe sequence = hearsay_pw_connection_sync(native)
        return
      }
      phase = .ready
      endWaiting()
    }

    private func limitReached() {
      limit = nil
      guard case .connecting = phase else { return }
      fail(ConnectionFailure.silent(path: path, greeted: isGreeted))
    }

    func serverFailed(_ result: Int32, _ message: String) {
      if let error = ConnectionFailure.reported(result, message, path: path) { fail(error) }
    }

    /// Ends everything that depends on the connection; the first reason counts.
    private func fail(_ error: VoiceError) {
      if case .failed = phase { return }
      phase = .failed(error)
      failed.store(true, ordering: .releasing)
      endWaiting()
      for session in sessions.values { apply(session.machine.connectionFailed(error), to: session) }
      for watcher in watchers.values { watcher.continuation?.resume() }
      watchers = [:]
      loop.post { self.assumeIsolated { $0.tearDown() } }
    }

    private func endWaiting() {
      if let limit { loop.cancel(limit) }
      limit = nil
      for waiter in waiters.values { waiter.resume() }
      waiters = [:]
    }

    /// Destroys what C holds, the streams before the connection.
    ///
    /// Never inside a callback of C.
    private func tearDown() {
      for session in sessions.values { destroy(session) }
      guard let native = unsafe native else { return }
      unsafe self.native = nil
      unsafe hearsay_pw_connection_destroy(native)
      unsafe Unmanaged.passUnretained(self).release()
    }

    // MARK: - The graph

    /// Reports the graph until the task is cancelled, or throws once the server is lost.
    func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
      if let failure { throw failure }
      let number = makeNumber()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if failure != nil || Task.isCancelled { return continuation.resume() }
          // Together, so that nothing happens between what is there and what changes.
          for event in graph.snapshot { report(event) }
          watchers[number] = Watcher(report: report, continuation: continuation)
        }
      } onCancel: {
        loop.post { self.assumeIsolated { $0.watchers.removeValue(forKey: number)?.continuation?.resume() } }
      }
      if !Task.isCancelled, let failure { throw failure }
    }

    private func publish(_ events: [GraphEvent]) {
      guard !events.isEmpty, case .ready = phase else { return }
      for watcher in watchers.values {
        for event in events { watcher.report(event) }
      }
    }

    func deviceAdded(_ id: UInt32, _ node: GraphModel.Node) {
      publish(graph.nodeAdded(id, node))
      for session in sessions.values { session.machine.peerDescribed(peer(id)) }
    }

    func linkAdded(_ id: UInt32, _ link: GraphModel.Link) {
      graph.linkAdded(id, link)
      for session in sessions.values { match(id, link, with: session) }
    }

    func globalRemoved(_ id: UInt32) {
      for session in sessions.values {
        if session.node == id { apply(session.machine.ownNodeRemoved(), to: session) }
        session.machine.unlinked(id)
        apply(session.machine.nodeRemoved(id), to: session)
      }
      publish(graph.removed(id))
    }

    func defaultChanged(_ key: String, _ value: String?) { publish(graph.defaultChanged(key: key, value: value)) }

    func sessionStore(isPresent: Bool) {
      for session in sessions.values { session.machine.sessionManager(isPresent: isPresent) }
      publish(graph.sessionStore(isPresent: isPresent))
    }

    func peer(_ id: UInt32) -> StreamStateMachine.Peer {
      let node = graph.nodes[id]
      return StreamStateMachine.Peer(
        id: id, name: node?.name, isSink: node?.isSink ?? false, isSource: node?.isSource ?? false)
    }
  }
#endif
