// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// An open file, pipe or standard input, closed when it is let go.
final class InputDescriptor {
  /// The system's number.
  let number: Int32
  /// Whether it is a file on disk: known to its end, and never waited for.
  let isRegularFile: Bool
  /// Whether it is a file on disk that holds nothing.
  let isEmpty: Bool

  /// Opens `path` (`-` is standard input) without waiting for the writer of a pipe.
  init(path: String) throws(VoiceError) {
    // Without O_NONBLOCK, opening a named pipe waits until somebody opens it for writing.
    let opened =
      path == "-"
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileError.notOpened(path, errno: errno) }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0 else {
      let number = errno
      close(opened)
      throw FileError.notOpened(path, errno: number)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw FileError.unreadable(path, "it is a folder; name a file in it.")
    }
    // Reads themselves block, so that what is read does not depend on how fast the writer is. Standard input keeps
    // its flags: other processes share them.
    if path != "-" { _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK) }
    number = opened
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    isEmpty = isRegularFile && status.st_size == 0
  }

  deinit { close(number) }

  /// Waits until something can be read, or the other side is gone.
  ///
  /// - Parameter interruption: Ends the wait.
  /// - Returns: Whether to read; false after an interruption.
  func waitUntilReadable(or interruption: ReadInterruption) -> Bool {
    if isRegularFile { return !interruption.isInterrupted }
    var entries = [
      pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: number, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&entries, 2, -1) < 0 {
      // A signal is no reason to stop; anything else shows up in the read.
      if errno != EINTR { return true }
    }
    return entries[0].revents == 0
  }
}
