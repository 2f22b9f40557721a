// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Keeps every element of a stream, or whatever a callback is given, and lets a test wait for the ones it expects.
///
/// Every wait has a limit and then throws an error that lists what came instead.
public final class EventRecorder<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var events: [Element] = []
    /// Up to where `next(where:)` has looked.
    var cursor = 0
    var isFinished = false
    var failure: (any Error)?
  }

  private let state = Observed(State())
  private let task = Locked<Task<Void, Never>?>(nil)
  private let limit: Duration

  /// Makes a recorder that is fed by `record(_:)`.
  ///
  /// - Parameter limit: How long a wait may take.
  public init(limit: Duration = .seconds(120)) { self.limit = limit }

  deinit { task.withLock { $0 }?.cancel() }

  /// Makes a recorder that reads a stream to its end; `stop()` ends it before.
  ///
  /// The stream is read by a task of the recorder's own; it is cancelled when the recorder is let go.
  ///
  /// - Parameters:
  ///   - sequence: The stream.
  ///   - limit: How long a wait may take.
  /// - Returns: The recorder.
  public static func recording<Events: AsyncSequence & Sendable>(
    _ sequence: Events, limit: Duration = .seconds(120)
  ) -> EventRecorder where Events.Element == Element {
    let recorder = EventRecorder(limit: limit)
    let state = recorder.state
    let task = Task {
      do {
        for try await event in sequence { state.update { $0.events.append(event) } }
        state.update { $0.isFinished = true }
      } catch {
        state.update {
          $0.failure = error
          $0.isFinished = true
        }
      }
    }
    recorder.task.withLock { $0 = task }
    return recorder
  }

  /// Keeps one element; any thread may call it.
  public func record(_ event: Element) { state.update { $0.events.append(event) } }

  /// Says that nothing comes any more, so that who waits need not wait for the limit.
  public func finish() { state.update { $0.isFinished = true } }

  /// Ends the reading of the stream and returns when it has ended.
  public func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
    finish()
  }

  /// Everything so far, in order.
  public var events: [Element] { state.value.events }

  /// Whether the stream has ended.
  public var isFinished: Bool { state.value.isFinished }

  /// What ended the stream, when it was an error.
  public var failure: (any Error)? { state.value.failure }

  /// The next element that fits; the ones before it are skipped and not looked at again.
  ///
  /// - Parameter isWanted: Whether an element fits; any does unless said.
  /// - Returns: The element.
  /// - Throws: `audio_error` (`timeLimit`) when none came within the limit or before the end of the stream;
  ///   `CancellationError`.
  @discardableResult
  public func next(where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true }) async throws -> Element {
    try await wait("the event that was waited for") { state in
      if let index = state.events[state.cursor...].firstIndex(where: isWanted) {
        state.cursor = index + 1
        return state.events[index]
      }
      return nil
    }
  }

  /// Waits until there are at least `count` elements.
  ///
  /// - Parameter count: How many.
  /// - Returns: All elements so far.
  /// - Throws: `audio_error` (`timeLimit`) when they did not come within the limit or before the end of the stream;
  ///   `CancellationError`.
  @discardableResult
  public func waitUntil(count: Int) async throws -> [Element] {
    try await wait("\(count) events") { $0.events.count >= count ? $0.events : nil }
  }

  /// Waits until the stream has ended.
  ///
  /// - Returns: All elements.
  /// - Throws: What ended the stream, when it was an error; `audio_error` (`timeLimit`) when it did not end within the
  ///   limit; `CancellationError`.
  @discardableResult
  public func waitUntilFinished() async throws -> [Element] {
    let end = try await wait("the end of the stream") { $0.isFinished ? $0 : nil }
    if let failure = end.failure { throw failure }
    return end.events
  }

  private func wait<Result: Sendable>(
    _ what: String, _ attempt: @escaping @Sendable (inout State) -> Result?
  ) async throws -> Result {
    let outcome: Result? = try await state.wait(
      upTo: limit, complaint: { "\(what) did not come; there were \($0.events.count) events: \($0.events)" },
      { state -> Result?? in
        if let result = attempt(&state) { return .some(result) }
        return state.isFinished ? .some(nil) : nil
      })
    if let outcome { return outcome }
    throw VoiceError(
      .audioError, .timeLimit,
      "The stream ended (\(failure.map { "\($0)" } ?? "without an error")) before \(what) came; its events: \(events).")
  }
}
