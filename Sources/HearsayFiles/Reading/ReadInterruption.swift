// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Ends a wait for input, now and for ever after; any thread may call it.
final class ReadInterruption: Sendable {
  /// Readable once `interrupt()` was called.
  let descriptor: Int32
  private let writingEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors left, `poll` skips the negative number: input is read and cannot be interrupted.
    _ = unsafe pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  func interrupt() {
    var byte: UInt8 = 1
    _ = unsafe write(writingEnd, &byte, 1)
  }

  /// Whether `interrupt()` was called.
  var isInterrupted: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }
}
