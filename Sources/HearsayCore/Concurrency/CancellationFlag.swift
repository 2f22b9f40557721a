// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A flag that is raised once and never lowered; any thread may raise and read it.
public final class CancellationFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a lowered flag.
  public init() {}

  /// Whether the flag is up.
  public var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Raises the flag.
  public func raise() { raised.store(true, ordering: .releasing) }
}
