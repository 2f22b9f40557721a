// SPDX-License-Identifier: Apache-2.0

import HearsayCore

/// A clock that jumps to whatever it is asked to sleep until, and remembers it.
final class StepClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let asked = Locked<[Duration]>([])

  var deadlines: [Duration] { asked.withLock { $0 } }
  var now: Instant { Instant(offset: asked.withLock { $0.last } ?? .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    asked.withLock { $0.append(deadline.offset) }
  }
}
