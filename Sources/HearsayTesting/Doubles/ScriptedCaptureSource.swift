// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// A microphone whose every frame comes from the test.
///
/// `send` and `end` reach all streams that are open at that moment; use `waitUntilOpen` first. The device latency of a
/// real input is played by `hold(_:)`: those frames are delivered only when the stream is asked to stop.
public final class ScriptedCaptureSource: CaptureSource {
  private struct State: Sendable {
    var requests: [CaptureRequest] = []
    var streams: [ScriptedCaptureStream] = []
    var openedCount = 0
    var refusals: [VoiceError] = []
    var gate: Gate?
  }

  private let state = Observed(State())

  /// Makes a source that nobody has opened.
  public init() {}

  // MARK: - What the test makes happen

  /// Gives frames to every open stream.
  ///
  /// - Parameters:
  ///   - samples: Mono samples in −1…1, at the rate that was asked for.
  ///   - moment: When the first of them was captured; now unless said.
  /// - Returns: How many frames the streams accepted: none when no stream is open, fewer when one is full.
  @discardableResult
  public func send(_ samples: [Float], capturedAt moment: MonotonicTime = .now) -> Int {
    state.value.streams.reduce(0) { $0 + $1.send(samples, capturedAt: moment) }
  }

  /// Keeps frames back until an open stream is stopped with a moment up to which frames are wanted.
  ///
  /// - Parameter samples: Mono samples in −1…1.
  public func hold(_ samples: [Float]) { for stream in state.value.streams { stream.hold(samples) } }

  /// Ends every open stream by itself.
  ///
  /// - Parameter end: Why.
  public func end(_ end: CaptureEnd) { for stream in state.value.streams { stream.end(end) } }

  /// Makes the next `open` fail; several are used up one after the other.
  ///
  /// - Parameter error: What it throws.
  public func refuseNext(_ error: VoiceError) { state.update { $0.refusals.append(error) } }

  /// Makes every `open` from now on wait at a gate; `nil` takes the gate away.
  ///
  /// - Parameter gate: The gate.
  public func holdOpening(at gate: Gate?) { state.update { $0.gate = gate } }

  // MARK: - What the test sees

  /// Every request so far, in order, refused ones included.
  public var requests: [CaptureRequest] { state.value.requests }

  /// How many streams are open now.
  public var openCount: Int { state.value.streams.count }

  /// How many streams were ever opened.
  public var openedCount: Int { state.value.openedCount }

  /// Returns once at least `count` streams have been opened in all.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for them.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitUntilOpen(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.openedCount) of \(count) scripted inputs were opened" },
      { $0.openedCount >= count ? () : nil })
  }

  /// Returns once no stream is open.
  ///
  /// - Parameter limit: How long to wait.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitUntilClosed(upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "\($0.streams.count) scripted inputs are still open" },
      { $0.streams.isEmpty ? () : nil })
  }

  // MARK: - CaptureSource

  /// Opens a stream as the test has prescribed.
  ///
  /// - Parameters:
  ///   - request: What is recorded in `requests`.
  ///   - inlet: Where `send` writes.
  /// - Returns: The stream.
  /// - Throws: What `refuseNext(_:)` was given; `interrupted` when the task is cancelled at the gate.
  public func open(
    _ request: CaptureRequest, into inlet: CaptureInlet
  ) async throws(VoiceError) -> any CaptureStream {
    let gate = state.update { state in
      state.requests.append(request)
      return state.gate
    }
    do {
      try await gate?.wait()
    } catch {
      throw VoiceError(.interrupted, .closed, "Opening the scripted input was cancelled; open it again.")
    }
    let refusal = state.update { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
    if let refusal { throw refusal }
    let state = state
    let stream = ScriptedCaptureStream(inlet: inlet) { closed in
      state.update { $0.streams.removeAll { $0 === closed } }
    }
    state.update {
      $0.streams.append(stream)
      $0.openedCount += 1
    }
    return stream
  }
}
