// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Names one listening session, from its start to its final; never used twice in a process.
public struct ListeningID: Sendable, Hashable, CustomStringConvertible {
  /// Counts the sessions of the process from one.
  public let rawValue: UInt64

  /// Makes an identifier from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The number, as text.
  public var description: String { String(rawValue) }
}

extension ListeningID {
  private static let counter = Atomic<UInt64>(0)

  /// An identifier that this process has not used yet.
  package static func next() -> ListeningID {
    ListeningID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
