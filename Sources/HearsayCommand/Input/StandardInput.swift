// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// Reads stdin to its end on a thread of its own, and stops waiting when the program is asked to end.
enum StandardInput {
  /// How much text is taken at most.
  private static let textLimit = 16 << 20

  /// Everything on stdin as text; bytes that are no UTF-8 are replaced.
  ///
  /// - Throws: `CancellationError` when the program was asked to end first; `invalid_argument` when stdin cannot be read
  ///   or does not end after 16 MiB.
  static func text(until termination: Termination) async throws -> String {
    let bytes = Locked<[UInt8]>([])
    try await read(until: termination) { block throws(VoiceError) in
      let count = bytes.withLock { bytes in
        bytes += block
        return bytes.count
      }
      guard count <= textLimit else {
        throw VoiceError(.invalidArgument, .outOfRange, "The text on stdin is longer than 16 MiB; give it in parts.")
      }
    }
    return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
  }

  /// Hands everything on stdin to `take`, block by block, on the reading thread.
  ///
  /// - Throws: `CancellationError` when the program was asked to end first; what `take` throws; `invalid_argument` when
  ///   stdin cannot be read.
  static func read(
    until termination: Termination, _ take: @escaping @Sendable (ArraySlice<UInt8>) throws(VoiceError) -> Void
  ) async throws {
    guard let (wake, raise) = Pipe.open() else {
      throw VoiceError(.invalidArgument, .fileUnreadable, "No file can be opened any more; close other programs.")
    }
    let thread = DedicatedThread(name: "hearsay-input")
    let result: Result<Void, any Error> = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard await termination.wait() != nil else { return }
        var byte: UInt8 = 0
        _ = unsafe write(raise, &byte, 1)
      }
      let result = await withCheckedContinuation { continuation in
        thread.run { continuation.resume(returning: Result { try copy(stoppedBy: wake, take) }) }
      }
      group.cancelAll()
      return result
    }
    await thread.retire()
    close(wake)
    close(raise)
    try result.get()
  }

  private static func copy(
    stoppedBy wake: Int32, _ take: @Sendable (ArraySlice<UInt8>) throws(VoiceError) -> Void
  ) throws {
    var files = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let ready = unsafe poll(&files, nfds_t(files.count), -1)
      if ready < 0, errno == EINTR { continue }
      if files[1].revents != 0 { throw CancellationError() }
      let count = unsafe Glibc.read(STDIN_FILENO, &block, block.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw VoiceError(
          .invalidArgument, .fileUnreadable, "The standard input cannot be read; redirect it from a file or a pipe.",
          underlying: .init(domain: "errno", number: Int(errno)))
      }
      try take(block.prefix(count))
    }
  }
}
