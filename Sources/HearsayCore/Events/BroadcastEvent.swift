// SPDX-License-Identifier: Apache-2.0

/// An event that an `EventBroadcaster` can carry: it says what may be shed, and keeps the state that newcomers get first.
package protocol BroadcastEvent: Sendable {
  /// What a late subscriber must know.
  associatedtype Snapshot: Sendable

  /// The first event of a subscription that begins at `snapshot`; `nil` for none.
  static func first(_ snapshot: Snapshot) -> Self?

  /// Tells a subscriber that so many of its events were thrown away; `nil` where the events themselves show it.
  static func dropped(_ count: Int) -> Self?

  /// Changes the snapshot as this event says.
  func apply(to snapshot: inout Snapshot)

  /// Whether this event makes the one just before it worthless, as a newer partial does an older one.
  func supersedes(_ earlier: Self) -> Bool

  /// Whether this event may be thrown away before any other when a subscriber does not read.
  var isExpendable: Bool { get }
}
