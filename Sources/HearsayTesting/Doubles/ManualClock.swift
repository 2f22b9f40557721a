// SPDX-License-Identifier: Apache-2.0

/// A clock that stands still until the test moves it.
///
/// First wait until the code under test sleeps (`waitForSleepers`), then move the clock, then wait for what the code
/// does: three hand-shakes, and no real time.
public final class ManualClock: Clock {
  /// A moment of the clock.
  public struct Instant: InstantProtocol, Sendable {
    /// How long after the clock's start.
    public var offset: Duration

    /// Makes a moment.
    ///
    /// - Parameter offset: How long after the clock's start.
    public init(offset: Duration) { self.offset = offset }

    /// The moment that comes `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` came before `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var deadlines: [UInt64: Instant] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Observed(State())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant { state.value.now }

  /// The smallest step: there is none.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the test has moved the clock to `deadline` or beyond.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Not used: the test decides.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id: UInt64 = state.update { state in
      state.nextID += 1
      if deadline > state.now { state.deadlines[state.nextID] = deadline }
      return state.nextID
    }
    defer { _ = state.update { $0.deadlines.removeValue(forKey: id) } }
    try await state.wait { $0.now >= deadline ? () : nil }
  }

  /// Moves the clock and wakes whoever slept until then.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration) {
    state.update { state in
      state.now = state.now.advanced(by: duration)
      // Gone before anyone looks, so that those who are awake do not count as sleepers.
      let now = state.now
      state.deadlines = state.deadlines.filter { $0.value > now }
    }
  }

  /// How many tasks sleep now.
  public var sleeperCount: Int { state.value.deadlines.count }

  /// When the first of them is to be woken; `nil` when nobody sleeps.
  public var nextDeadline: Instant? { state.value.deadlines.values.min() }

  /// Returns once at least `count` tasks sleep.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How much real time to wait for them.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitForSleepers(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.deadlines.count) of \(count) tasks sleep on the manual clock" },
      { $0.deadlines.count >= count ? () : nil })
  }
}
