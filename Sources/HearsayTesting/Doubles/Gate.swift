// SPDX-License-Identifier: Apache-2.0

/// A place at which tasks wait until the test lets them through, one or all; for threads there is `BlockingGate`.
public final class Gate: Sendable {
  private struct State: Sendable {
    var isOpen: Bool
    var passes = 0
    var waiting = 0
    var arrived = 0

    mutating func takePass() -> Bool {
      if isOpen { return true }
      guard passes > 0 else { return false }
      passes -= 1
      return true
    }
  }

  private let state: Observed<State>

  /// Makes a gate.
  ///
  /// - Parameter isOpen: Whether everyone may pass from the start.
  public init(isOpen: Bool = false) { state = Observed(State(isOpen: isOpen)) }

  /// Waits for a pass, or for the gate to be open.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait() async throws {
    let isThrough = state.update { state in
      state.arrived += 1
      if state.takePass() { return true }
      state.waiting += 1
      return false
    }
    if isThrough { return }
    do {
      try await state.wait { state -> Void? in
        guard state.takePass() else { return nil }
        state.waiting -= 1
        return ()
      }
    } catch {
      state.update { $0.waiting -= 1 }
      throw error
    }
  }

  /// Lets exactly one task through: the one that has waited longest, or the next one to come.
  public func releaseOne() { state.update { $0.passes += 1 } }

  /// Lets everyone through from now on.
  public func open() { state.update { $0.isOpen = true } }

  /// Lets nobody through any more, but for passes that were given and not used.
  public func close() { state.update { $0.isOpen = false } }

  /// How many tasks wait now.
  public var waiterCount: Int { state.value.waiting }

  /// How many tasks have come to the gate so far, whether or not they are through.
  public var arrivalCount: Int { state.value.arrived }

  /// Returns once at least `count` tasks wait.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for them.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitForWaiters(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.waiting) of \(count) tasks came to the gate" },
      { $0.waiting >= count ? () : nil })
  }
}
