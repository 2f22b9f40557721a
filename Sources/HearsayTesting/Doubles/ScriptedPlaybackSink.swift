// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// A speaker that plays when the test says so, or at once, and keeps what was heard.
public final class ScriptedPlaybackSink: PlaybackSink {
  /// How playback goes on.
  public enum Mode: Sendable, Hashable {
    /// Only `advance(frames:heardAt:)` takes frames.
    case manual
    /// While it is resumed, the output takes all there is in each of its cycles of a millisecond.
    case freeRunning
  }

  /// What was asked of the sink and its streams.
  public enum Call: Sendable, Hashable {
    /// A stream was asked for.
    case open(PlaybackRequest)
    /// A stream was let run.
    case resume
    /// A stream was corked.
    case pause
    /// A stream was closed; a second call on the same stream is recorded as well.
    case close
  }

  struct State: Sendable {
    var calls: [Call] = []
    var heard: [Float] = []
    var streams: [ScriptedPlaybackStream] = []
    var refusals: [VoiceError] = []
    var gate: Gate?
  }

  /// How playback goes on.
  public let mode: Mode

  private let state = Observed(State())

  /// Makes a sink that nobody has opened.
  ///
  /// - Parameter mode: How playback goes on.
  public init(mode: Mode = .manual) { self.mode = mode }

  // MARK: - What the test makes happen

  /// Lets every stream that is open and resumed play so many frames, with silence where its buffer has none.
  ///
  /// - Parameters:
  ///   - frames: How many frames the output asks for.
  ///   - moment: When the first of them is heard. Unless said, so long ago that all of them have been heard by now.
  /// - Returns: How many frames came out of the buffers.
  @discardableResult
  public func advance(frames: Int, heardAt moment: MonotonicTime? = nil) -> Int {
    state.value.streams.reduce(0) { $0 + $1.advance(frames: frames, heardAt: moment) }
  }

  /// Breaks every open stream, as a device does that is unplugged.
  ///
  /// - Parameter error: What the writer is told.
  public func fail(_ error: VoiceError) { for stream in state.value.streams { stream.fail(error) } }

  /// Makes the next `open` fail; several are used up one after the other.
  ///
  /// - Parameter error: What it throws.
  public func refuseNext(_ error: VoiceError) { state.update { $0.refusals.append(error) } }

  /// Makes every `open` from now on wait at a gate; `nil` takes the gate away.
  ///
  /// - Parameter gate: The gate.
  public func holdOpening(at gate: Gate?) { state.update { $0.gate = gate } }

  // MARK: - What the test sees

  /// Every frame that came out of a buffer, in order; the silence of an empty one is left out.
  public var heard: [Float] { state.value.heard }

  /// Everything that was asked, in order.
  public var calls: [Call] { state.value.calls }

  /// How many streams are open now.
  public var openCount: Int { state.value.streams.count }

  /// Whether an open stream runs.
  public var isRunning: Bool { state.value.streams.contains(where: \.isRunning) }

  /// Returns once the calls are as wanted.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - isWanted: Whether the calls so far are as wanted; called often, must be quick.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func wait(
    upTo limit: Duration = .seconds(120), untilCalls isWanted: @escaping @Sendable ([Call]) -> Bool
  ) async throws {
    try await state.wait(
      upTo: limit, complaint: { "The scripted output was not asked for what the test expects, but: \($0.calls)" },
      { isWanted($0.calls) ? () : nil })
  }

  /// Returns once at least `count` frames have been heard.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitUntilHeard(_ count: Int, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.heard.count) of \(count) frames were heard" },
      { $0.heard.count >= count ? () : nil })
  }

  /// Plays in steps, as fast as they are written, until at least `count` frames have been heard.
  ///
  /// - Parameters:
  ///   - count: How many frames in all.
  ///   - step: How many frames the output asks for at a time.
  ///   - limit: How long to wait for the writer.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func advance(untilHeard count: Int, step: Int = 1024, upTo limit: Duration = .seconds(120)) async throws {
    let end = ContinuousClock.now + limit
    while heard.count < count {
      guard ContinuousClock.now < end else {
        throw VoiceError(.audioError, .timeLimit, "Only \(heard.count) of \(count) frames came within \(limit).")
      }
      // The writer tells nobody that it has written; an output asks again in its next cycle.
      if advance(frames: min(step, count - heard.count)) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  // MARK: - PlaybackSink

  /// Opens a stream as the test has prescribed.
  ///
  /// - Parameters:
  ///   - request: What is recorded in `calls`.
  ///   - buffer: Where frames are taken from.
  /// - Returns: The stream, corked.
  /// - Throws: What `refuseNext(_:)` was given; `interrupted` when the task is cancelled at the gate.
  public func open(
    _ request: PlaybackRequest, from buffer: PlaybackBuffer
  ) async throws(VoiceError) -> any PlaybackStream {
    let gate = state.update { state in
      state.calls.append(.open(request))
      return state.gate
    }
    do {
      try await gate?.wait()
    } catch {
      throw VoiceError(.interrupted, .closed, "Opening the scripted output was cancelled; open it again.")
    }
    let refusal = state.update { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
    if let refusal { throw refusal }
    let stream = ScriptedPlaybackStream(buffer: buffer, sink: state, isFreeRunning: mode == .freeRunning)
    state.update { $0.streams.append(stream) }
    return stream
  }
}
