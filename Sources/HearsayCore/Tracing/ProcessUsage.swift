// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the whole process has used, in all its threads, so far or between two moments (`getrusage`, `VmHWM` of proc(5)).
public struct ProcessUsage: Sendable, Hashable {
  /// Time on processors.
  public let processorTime: Duration
  /// How often a thread went to sleep, which is how often one was woken.
  public let wakeUps: Int
  /// The most memory the process ever held, in bytes.
  public let peakMemory: Int

  private init(processorTime: Duration, wakeUps: Int, peakMemory: Int) {
    self.processorTime = processorTime
    self.wakeUps = wakeUps
    self.peakMemory = peakMemory
  }

  /// What the present process has used since its start.
  ///
  /// Any thread.
  public static var now: ProcessUsage {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func duration(_ time: timeval) -> Duration {
      .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
    }
    return ProcessUsage(
      processorTime: duration(usage.ru_utime) + duration(usage.ru_stime), wakeUps: usage.ru_nvcsw,
      peakMemory: peakResidentSize ?? usage.ru_maxrss * 1024)
  }

  /// Not `ru_maxrss`, which a process inherits from the one that started it.
  private static var peakResidentSize: Int? {
    let file = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let text = unsafe String(unsafeUninitializedCapacity: 4096) { max(0, unsafe read(file, $0.baseAddress, $0.count)) }
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// What was used after `earlier`; the peak of the memory is that of the whole life.
  ///
  /// - Parameter earlier: An earlier reading in the same process.
  /// - Returns: The difference.
  public func since(_ earlier: ProcessUsage) -> ProcessUsage {
    ProcessUsage(
      processorTime: processorTime - earlier.processorTime, wakeUps: wakeUps - earlier.wakeUps, peakMemory: peakMemory)
  }
}
