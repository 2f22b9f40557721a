// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge
  internal import Glibc
  internal import HearsayCore

  extension PipeWireConnection {
    // MARK: - Opening

    /// Opens a capture stream and returns its number once frames flow.
    func openCapture(_ request: CaptureRequest, into inlet: CaptureInlet) async throws(VoiceError) -> Int {
      let memory = CaptureMemory(inlet)
      let device = try device(named: request.device, direction: .input)
      let session = StreamSession(
        number: makeNumber(), machine: StreamStateMachine(direction: .input, device: request.device, corked: false),
        memory: memory)
      var extra: [String: String] = [:]
      if let device, !device.isSource { extra["stream.capture.sink"] = "true" }
      try await open(
        session, rate: inlet.format.sampleRate, channelCount: inlet.format.channelCount, latency: request.latency,
        extra: extra)
      return session.number
    }

    /// Opens a playback stream, corked, and returns its number once it is there.
    func openPlayback(_ request: PlaybackRequest, from buffer: PlaybackBuffer) async throws(VoiceError) -> Int {
      let memory = PlaybackMemory(buffer)
      _ = try device(named: request.device, direction: .output)
      let session = StreamSession(
        number: makeNumber(), machine: StreamStateMachine(direction: .output, device: request.device, corked: true),
        memory: memory)
      try await open(
        session, rate: buffer.format.sampleRate, channelCount: buffer.format.channelCount, latency: request.latency,
        extra: [:])
      return session.number
    }

    /// The node of that name; `nil` for no name.
    ///
    /// Throws when there is none.
    private func device(
      named name: String?, direction: AudioDevice.Direction
    ) throws(VoiceError) -> GraphModel.Node? {
      guard let name else {
        // A program that offers itself as a device counts: whatever the session manager would choose from.
        if graph.devices(direction).isEmpty { throw ConnectionFailure.noDevice(direction) }
        return nil
      }
      // Naming an output for capture means what is played on it.
      let named = graph.nodes.values.filter { $0.name == name }
      if let node = named.first(where: { $0.isOf(direction) }) { return node }
      if direction == .input, let node = named.first { return node }
      throw ConnectionFailure.unknownDevice(name, among: graph.devices, direction: direction)
    }

    private func open(
      _ session: StreamSession, rate: Int, channelCount: Int, latency: Duration, extra: [String: String]
    ) async throws(VoiceError) {
      if let failure { throw failure }
      guard channelCount == 1, let nativeRate = UInt32(exactly: rate), (1...768_000).contains(nativeRate) else {
        throw VoiceError(
          .invalidArgument, .outOfRange,
          "PipeWire streams have one channel and 1 to 768000 Hz, not \(channelCount) channels and \(rate) Hz.")
      }
      sessions[session.number] = session
      if !connect(session, rate: nativeRate, latency: latency, extra: extra) {
        let number = errno
        close(session)
        throw VoiceError(
          .audioError, .streamFailed, "PipeWire could not make a stream (errno \(number)); try again.",
          isRecoverable: true, underlying: VoiceError.Underlying(domain: "errno", number: Int(number)))
      }
      let isCancelled = await reach(session, within: settings.startLimit)
      if let error = session.error ?? (isCancelled ? ConnectionFailure.cancelled : nil) {
        close(session)
        throw error
      }
      session.isOpened = true
    }

    private func connect(
      _ session: StreamSession, rate: UInt32, latency: Duration, extra: [String: String]
    ) -> Bool {
      guard let native = unsafe native, let properties = unsafe hearsay_pw_properties_create() else { return false }
      for (key, value) in streamProperties(of: session, rate: rate, latency: latency, extra: extra) {
        unsafe hearsay_pw_properties_set(properties, key, value)
      }
      var flags = session.machine.device == nil ? 0 : UInt32(HEARSAY_PW_STREAM_PINNED)
      var events = StreamHandle.events
      let handle = unsafe Unmanaged.passRetained(StreamHandle(connection: self, number: session.number))
      unsafe session.handle = handle
      switch session.memory {
      case let memory as CaptureMemory:
        unsafe session.native = hearsay_pw_capture_create(
          native, properties, rate, flags, &events, handle.toOpaque(), captureCycle, memory.cycle)
      case let memory as PlaybackMemory:
        flags |= UInt32(HEARSAY_PW_STREAM_CORKED)
        unsafe session.native = hearsay_pw_playback_create(
          native, properties, rate, flags, &events, handle.toOpaque(), playbackCycle, memory.cycle)
      default: break
      }
      return unsafe session.native != nil
    }

    private func streamProperties(
      of session: StreamSession, rate: UInt32, latency: Duration, extra: [String: String]
    ) -> [String: String] {
      let frames = max(1, Int(min(1, max(0, latency.inSeconds)) * Double(rate)))
      var properties = [
        "media.type": "Audio",
        "media.category": session.direction == .input ? "Capture" : "Playback",
        "media.role": "Assistant",
        "media.name": session.direction == .input ? "Speech input" : "Speech output",
        "node.name": settings.applicationName,
        "node.description": settings.applicationName,
        "node.latency": "\(frames)/\(rate)",
      ]
      if let device = session.machine.device { properties["target.object"] = device }
      properties.merge(extra) { $1 }
      properties.merge(settings.streamProperties) { $1 }
      return properties
    }

    /// Waits until the session's machine has reached the phase wanted, has ended, or the task is cancelled.
    ///
    /// - Returns: Whether the task was cancelled first.
    private func reach(_ session: StreamSession, within limit: Duration) async -> Bool {
      let number = session.number
      let alarm = loop.schedule(after: limit) {
        self.assumeIsolated { $0.with(number) { $0.machine.limitReached() } }
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          session.waiter = continuation
          // The way to here may have been a suspension, in which it came about already.
          session.isCancelled = Task.isCancelled
          if session.isCancelled || session.error != nil || !session.machine.isUnderWay { session.resumeWaiter() }
        }
      } onCancel: {
        loop.post {
          self.assumeIsolated { connection in
            guard let session = connection.sessions[number], session.waiter != nil else { return }
            session.isCancelled = true
            session.resumeWaiter()
          }
        }
      }
      loop.cancel(alarm)
      return session.isCancelled
    }

    // MARK: - Capture

    /// Stops a capture stream; see `CaptureStream.stop(capturingUntil:)`.
    func stopCapture(_ number: Int, until moment: MonotonicTime?) async {
      guard let session = await claim(number) else { return }
      if let moment, let memory = session.memory as? CaptureMemory, session.machine.isStreaming {
        let lag = max(.zero, MonotonicTime.now - memory.capturedUntil)
        let limit = min(.milliseconds(500), max(.milliseconds(50), memory.quantum * 2 + lag))
        await settle(session, within: limit) { memory.capturedUntil >= moment }
      }
      close(session)
    }

    // MARK: - Playback

    /// Lets a playback stream run and returns when it does.
    func resume(_ number: Int) async throws(VoiceError) {
      guard let session = sessions[number] else { throw ConnectionFailure.closed }
      if let error = session.error { throw error }
      guard session.machine.phase != .running, let native = unsafe session.native else { return }
      guard session.waiter == nil else {
        throw VoiceError(
          .busy, .unspecified, "The output is being resumed already; wait for that.", isRecoverable: true)
      }
      unsafe hearsay_pw_stream_set_active(native, 1)
      apply(session.machine.resumed(), to: session)
      if session.machine.phase == .starting { _ = await reach(session, within: settings.resumeLimit) }
      if let error = session.error { throw error }
      // Cancelled, or corked again while it woke up.
      if session.machine.phase != .running { throw ConnectionFailure.cancelled }
    }

    /// Corks a playback stream and returns when it is.
    func pause(_ number: Int) async {
      guard let session = sessions[number], let native = unsafe session.native else { return }
      unsafe hearsay_pw_stream_set_active(native, 0)
      let wasStreaming = session.machine.isStreaming
      apply(session.machine.corked(), to: session)
      session.resumeWaiter()
      if wasStreaming { await settle(session, within: .milliseconds(500)) { !session.machine.isStreaming } }
    }

    /// Closes a playback stream.
    func closePlayback(_ number: Int) async {
      guard let session = await claim(number) else { return }
      close(session)
    }

    // MARK: - Closing

    /// Closes a stream whose owner has forgotten it.
    nonisolated func abandon(_ number: Int) {
      loop.post {
        self.assumeIsolated { connection in
          guard let session = connection.sessions[number], !session.isStopping else { return }
          connection.close(session)
        }
      }
    }

    /// The session of that number for whoever ends it first; later callers wait for that.
    private func claim(_ number: Int) async -> StreamSession? {
      guard let session = sessions[number] else { return nil }
      guard session.isStopping else {
        session.isStopping = true
        return session
      }
      await withCheckedContinuation { continuation in
        if sessions[number] == nil { return continuation.resume() }
        session.closeWaiters.append(continuation)
      }
      return nil
    }

    /// Waits until `condition` holds, the stream is over, or the limit has passed.
    private func settle(_ session: StreamSession, within limit: Duration, _ condition: @escaping () -> Bool) async {
      guard !condition() else { return }
      let number = session.number
      session.settle()
      session.isSettled = condition
      let alarm = loop.schedule(after: limit) { self.assumeIsolated { $0.sessions[number]?.settle() } }
      await withCheckedContinuation { continuation in
        session.settleWaiter = continuation
        if condition() || session.error != nil { session.settle() }
      }
      // The condition may hold the session, which holds the condition.
      session.isSettled = { true }
      loop.cancel(alarm)
    }

    private func close(_ session: StreamSession) {
      apply(session.machine.closed(), to: session)
      session.error = session.error ?? ConnectionFailure.closed
      destroy(session)
      sessions[session.number] = nil
      session.memory.signal()
      session.resumeWaiter()
      session.settle()
      for waiter in session.closeWaiters { waiter.resume() }
      session.closeWaiters = []
    }

    /// Destroys the stream of C.
    ///
    /// Never inside a callback of C.
    func destroy(_ session: StreamSession) {
      session.memory.shut()
      if let native = unsafe session.native { unsafe hearsay_pw_stream_destroy(native) }
      unsafe session.native = nil
      unsafe session.handle?.release()
      unsafe session.handle = nil
    }

    // MARK: - Events

    func streamChanged(_ number: Int, _ state: StreamStateMachine.ServerState, _ message: String?) {
      with(number) { $0.machine.stateChanged(state, message: message) }
      guard let session = sessions[number] else { return }
      if session.node == nil, state == .paused || state == .streaming, let native = unsafe session.native {
        session.node = unsafe hearsay_pw_stream_node(native)
        for (id, link) in graph.links { match(id, link, with: session) }
      }
      if session.isSettled() { session.settle() }
    }

    func streamCycled(_ number: Int) {
      guard let session = sessions[number] else { return }
      if session.memory.hasCycled { apply(session.machine.cycled(), to: session) }
      session.memory.signal()
      if session.settleWaiter != nil, session.isSettled() { session.settle() }
    }

    func streamFormatAgreed(_ number: Int) { sessions[number]?.machine.formatAgreed() }

    /// Tells the session of a link that is its own.
    func match(_ id: UInt32, _ link: GraphModel.Link, with session: StreamSession) {
      guard let node = session.node else { return }
      let (own, other) = session.direction == .input ? (link.input, link.output) : (link.output, link.input)
      if own == node { apply(session.machine.linked(id, to: peer(other)), to: session) }
    }

    /// Lets something happen to a session, and does what its machine answers.
    private func with(_ number: Int, _ event: (StreamSession) -> [StreamStateMachine.Action]) {
      guard let session = sessions[number] else { return }
      apply(event(session), to: session)
    }

    /// Does what a session's machine asks for.
    func apply(_ actions: [StreamStateMachine.Action], to session: StreamSession) {
      let number = session.number
      for action in actions {
        switch action {
        case .reached: session.resumeWaiter()
        case .startGrace(let duration):
          session.grace = loop.schedule(after: duration) {
            self.assumeIsolated { $0.with(number) { $0.machine.graceOver() } }
          }
        case .cancelGrace:
          if let grace = session.grace { loop.cancel(grace) }
          session.grace = nil
        case .end(let error):
          session.error = session.error ?? error
          session.memory.shut()
          if session.isOpened { session.memory.fail(error) }
          session.resumeWaiter()
          session.settle()
          // Not here: a callback of the stream may be what brought us.
          loop.post { self.assumeIsolated { $0.sessions[number].map($0.destroy) } }
        }
      }
    }
  }
#endif
