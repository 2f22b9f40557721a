// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Carries signals out of their handler, where hardly anything is allowed, into a file that a thread can poll.
///
/// Handlers instead of a blocked mask: both would do for us, but programs that we start inherit a mask and not a
/// handler, and would then never hear their own SIGTERM.
enum SignalPipe {
  /// The end that the handler writes to; atomic, because a handler may touch nothing else.
  private static let writeEnd = Atomic<Int32>(-1)

  /// Installs the handlers and returns the end to read from: one byte a signal, its number.
  ///
  /// - Returns: The file to poll; `nil` when the system has none left.
  static func install(_ signals: [Int32]) -> Int32? {
    guard let ends = Pipe.open() else { return nil }
    // A handler must not block, whatever number of signals comes.
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    writeEnd.store(ends.write, ordering: .sequentiallyConsistent)
    for signal in signals {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = handle
      action.sa_flags = SA_RESTART
      unsafe sigaction(signal, &action, nil)
    }
    return ends.read
  }

  /// Lets writing to a closed pipe fail with EPIPE instead of killing the program.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  private static let handle: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(SignalPipe.writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }
}
