// SPDX-License-Identifier: Apache-2.0

extension ListeningRun {
  /// What a session needs from outside.
  struct Environment: Sendable {
    let source: any CaptureSource
    let recognizer: Recognizer
    let clock: any Clock<Duration>
    let options: ListeningOptions
    let report: @Sendable (VoiceEvent) -> Void
    /// Called when the session takes no more audio.
    let isEnding: @Sendable () -> Void
  }

  /// Runs the session and returns its transcript; `nil` when it never became ready, and then nothing was reported.
  func execute(in environment: Environment, after previous: ListeningRun?) async -> Transcript? {
    let stream: any CaptureStream
    do {
      stream = try await start(in: environment, after: previous)
    } catch {
      environment.isEnding()
      started(.failure(requestedStop == nil ? error : CancellationError()))
      // The older session is over before this one is, so that whoever comes next has to wait for one only.
      _ = await previous?.waitUntilOver()
      return nil
    }
    environment.report(.listeningReady(id, time: .now))
    started(.success(()))

    var pump = CapturePump(
      inlet: inlet, chunkFrames: inlet.format.frames(in: environment.options.chunkDuration))
    var pipeline = RecognitionPipeline(
      sessionID: id, recognizer: environment.recognizer, processors: environment.options.processors,
      taps: environment.options.taps, trace: inlet.trace)
    var failure: VoiceError?
    do {
      try await pipeline.begin()
      while requestedStop == nil, try await decode(&pump, &pipeline, environment) || inlet.captureEnd == nil {
        // Looked at after the ring: what comes between the look and the wait leaves its signal behind.
        if inlet.ring.count == 0, inlet.captureEnd == nil, requestedStop == nil { await inlet.waitForFrames() }
      }
      environment.isEnding()
      await release(stream)
      if requestedStop != .discard { while try await decode(&pump, &pipeline, environment) {} }
    } catch {
      failure = error
      environment.isEnding()
      await release(stream)
    }
    if let gap = pump.trailingGap() { report(gap, &pipeline, environment) }
    return await conclude(pipeline, failure, environment)
  }

  /// Opens the input and loads the model side by side; returns with the first frame and a loaded model.
  private func start(in environment: Environment, after previous: ListeningRun?) async throws -> any CaptureStream {
    let request = CaptureRequest(
      device: environment.options.device, format: inlet.format, latency: environment.options.chunkDuration)
    prepare(environment.recognizer)
    let stream = try await open(environment.source, request)
    do {
      await waitForFirstFrame(limit: environment.options.startLimit, clock: environment.clock)
      if requestedStop != nil { throw CancellationError() }
      if inlet.ring.count == 0, case .failed(let error) = inlet.captureEnd { throw error }
      try await waitUntilPrepared()
      // One decoder serves both sessions: the older one's last words come first.
      _ = await previous?.waitUntilOver()
      if requestedStop != nil { throw CancellationError() }
      return stream
    } catch {
      await stream.stop(capturingUntil: nil)
      throw error
    }
  }

  private func waitForFirstFrame(limit: Duration, clock: any Clock<Duration>) async {
    await withTaskGroup { group in
      group.addTask { [inlet] in
        do { try await clock.sleep(for: limit) } catch { return }
        inlet.end(
          .failed(
            VoiceError(
              .audioError, .inputStalled,
              "The microphone delivered nothing within \(limit); check that it is connected and not taken.",
              isRecoverable: true)))
      }
      while inlet.ring.count == 0, inlet.captureEnd == nil, requestedStop == nil { await inlet.waitForFrames() }
      group.cancelAll()
    }
  }

  /// Decodes what is in the ring until it is empty or a stop is wanted; returns whether there was anything.
  private func decode(
    _ pump: inout CapturePump, _ pipeline: inout RecognitionPipeline, _ environment: Environment
  ) async throws(VoiceError) -> Bool {
    guard let item = pump.next() else { return false }
    switch item {
    case .chunk(let chunk):
      guard let update = try await pipeline.append(chunk) else { break }
      pipeline.publishing(update)
      environment.report(.transcript(update))
    case .gap: report(item, &pipeline, environment)
    }
    return true
  }

  private func report(_ item: CapturePump.Item, _ pipeline: inout RecognitionPipeline, _ environment: Environment) {
    guard case .gap(let frames, let place) = item else { return }
    pipeline.framesDropped(frames)
    environment.report(.inputWarning(InputWarning(sessionID: id, kind: .dropped(frames: frames, at: place))))
  }

  /// Gives the microphone back: at once, or after every frame captured before the stop was asked for.
  private func release(_ stream: any CaptureStream) async {
    if case .finish(let moment) = requestedStop {
      await stream.stop(capturingUntil: moment)
    } else {
      await stream.stop(capturingUntil: nil)
    }
  }

  /// The one way out: the final, then the error if there was one.
  private func conclude(
    _ pipeline: RecognitionPipeline, _ failure: VoiceError?, _ environment: Environment
  ) async -> Transcript {
    var pipeline = pipeline
    var failure = failure
    var result: (Transcript, TranscriptUpdate)
    if requestedStop == .discard {
      result = await pipeline.discard()
      failure = nil
    } else if failure != nil {
      result = await pipeline.finishWithLastHypothesis()
    } else {
      do {
        result = try await pipeline.finish()
      } catch {
        failure = error
        result = await pipeline.finishWithLastHypothesis()
      }
    }
    if failure == nil, endedByItself, case .failed(let error) = inlet.captureEnd { failure = error }
    pipeline.publishing(result.1)
    environment.report(.transcript(result.1))
    if let failure { environment.report(.error(failure, sessionID: id, utteranceID: nil, time: .now)) }
    return result.0
  }
}
