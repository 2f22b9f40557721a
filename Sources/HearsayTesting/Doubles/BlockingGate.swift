// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// A place at which threads block until the test lets them through, one or all; never for the cooperative pool.
///
/// A decoder runs on a thread of its own and may block there; this is how a test makes it.
public final class BlockingGate: Sendable {
  private struct State: Sendable {
    var isOpen: Bool
    var passes = 0
    var waiting: [DispatchSemaphore] = []

    /// Takes out those who may go now.
    mutating func released() -> [DispatchSemaphore] {
      let count = isOpen ? waiting.count : min(passes, waiting.count)
      if !isOpen { passes -= count }
      defer { waiting.removeFirst(count) }
      return Array(waiting.prefix(count))
    }
  }

  private let state: Observed<State>

  /// Makes a gate.
  ///
  /// - Parameter isOpen: Whether everyone may pass from the start.
  public init(isOpen: Bool = false) { state = Observed(State(isOpen: isOpen)) }

  /// Blocks the thread until it has a pass or the gate is open.
  ///
  /// - Parameter limit: After how many seconds it goes on all the same, so that a broken test ends.
  /// - Returns: Whether it was let through; false when the limit has passed.
  @discardableResult
  public func wait(upTo limit: Int = 600) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    change { $0.waiting.append(semaphore) }
    if semaphore.wait(timeout: .now() + .seconds(limit)) == .success { return true }
    state.update { $0.waiting.removeAll { $0 === semaphore } }
    return false
  }

  /// Lets exactly one thread through: the one that has waited longest, or the next one to come.
  public func releaseOne() { change { $0.passes += 1 } }

  /// Lets everyone through from now on.
  public func open() { change { $0.isOpen = true } }

  /// Lets nobody through any more, but for passes that were given and not used.
  public func close() { change { $0.isOpen = false } }

  /// How many threads block now.
  public var waiterCount: Int { state.value.waiting.count }

  /// Returns once at least `count` threads block.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for them.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitForWaiters(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.waiting.count) of \(count) threads came to the gate" },
      { $0.waiting.count >= count ? () : nil })
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let released = state.update { state in
      body(&state)
      return state.released()
    }
    for semaphore in released { semaphore.signal() }
  }
}
