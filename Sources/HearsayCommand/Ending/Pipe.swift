// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A pipe that programs which we start do not inherit.
enum Pipe {
  /// Opens a pipe; `nil` when the system has no file left.
  static func open() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
