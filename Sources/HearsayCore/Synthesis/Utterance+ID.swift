// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Utterance.ID {
  private static let last = Atomic<UInt64>(0)

  /// The next identifier; every call in the process gives another one.
  package static func next() -> Utterance.ID {
    Utterance.ID(rawValue: last.add(1, ordering: .relaxed).newValue)
  }
}
