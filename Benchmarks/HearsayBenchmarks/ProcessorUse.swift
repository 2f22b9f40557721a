// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import Glibc

/// What the process has used of the processor so far, in all its threads.
struct ProcessorUse: Sendable {
  /// Opened before any other thread runs, so that it counts them all; -1 where the system forbids counting.
  private static let counter = plain_instructions_open()

  static var countsInstructions: Bool { counter >= 0 && plain_instructions_read(counter) > 0 }

  let seconds: Double
  let instructions: UInt64

  static var now: ProcessorUse {
    ProcessorUse(seconds: seconds(of: CLOCK_PROCESS_CPUTIME_ID), instructions: plain_instructions_read(counter))
  }

  /// What the calling thread alone has used, in seconds.
  static var threadSeconds: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  static func - (later: ProcessorUse, earlier: ProcessorUse) -> ProcessorUse {
    ProcessorUse(
      seconds: later.seconds - earlier.seconds, instructions: later.instructions &- earlier.instructions)
  }
}
