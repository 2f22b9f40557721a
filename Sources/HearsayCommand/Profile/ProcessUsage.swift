// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// What the process has used so far, or between two moments (`getrusage`).
struct ProcessUsage: Sendable, Equatable {
  /// Time on processors.
  var processorTime: Duration
  /// How often a thread of the process went to sleep, which is how often one was woken.
  var wakeups: Int
  /// The most memory it ever held, in bytes.
  var peakMemory: Int

  /// What the present process has used since its start.
  static var now: ProcessUsage {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func duration(_ time: timeval) -> Duration {
      .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
    }
    return ProcessUsage(
      processorTime: duration(usage.ru_utime) + duration(usage.ru_stime), wakeups: usage.ru_nvcsw,
      peakMemory: usage.ru_maxrss * 1024)
  }

  /// What was used after `earlier`; the peak of the memory is that of the whole life.
  func since(_ earlier: ProcessUsage) -> ProcessUsage {
    ProcessUsage(
      processorTime: processorTime - earlier.processorTime, wakeups: wakeups - earlier.wakeups, peakMemory: peakMemory)
  }
}
