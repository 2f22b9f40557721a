// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Processor time in seconds.
enum ProcessorUse {
  /// What the process has used so far, in all its threads.
  static var processSeconds: Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// What the calling thread has used so far.
  static var threadSeconds: Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
