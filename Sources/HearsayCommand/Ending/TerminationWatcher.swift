// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// The thread that waits for signals, for the end of what is typed and for the loss of the output's reader.
///
/// It lives as long as the program. A second signal ends the program on the spot, unless `isPatient`.
final class TerminationWatcher: Sendable {
  private let thread = DedicatedThread(name: "hearsay-signals")
  private let termination: Termination
  private let watchesInput: Bool
  private let isPatient: Bool

  /// Makes a watcher that does not watch yet.
  ///
  /// - Parameters:
  ///   - termination: What it raises.
  ///   - watchesInput: Whether the end of what is typed at a terminal counts.
  ///   - isPatient: Whether a second signal waits as well, because processes have to be taken down.
  init(raising termination: Termination, watchesInput: Bool, isPatient: Bool) {
    self.termination = termination
    self.watchesInput = watchesInput
    self.isPatient = isPatient
  }

  /// Installs the signal handlers and starts the thread.
  func start() {
    SignalPipe.ignoreBrokenPipes()
    guard let signals = SignalPipe.install([SIGINT, SIGTERM, SIGHUP]) else { return }
    thread.run { [self] in watch(signals) }
  }

  private func watch(_ signals: Int32) {
    // The pool's threads block most signals, and a thread inherits the mask of the one that made it.
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    let typing = watchesInput && isatty(STDIN_FILENO) == 1
    // A negative file is one that `poll` leaves out.
    var files = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: typing ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      // Without events only its loss is reported, which for a pipe is the end of its reader.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    var signalCount = 0
    while true {
      let count = unsafe poll(&files, nfds_t(files.count), -1)
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      if files[0].revents != 0, let number = readByte(signals) {
        signalCount += 1
        if signalCount > 1, !isPatient { _exit(128 + Int32(number)) }
        termination.raise(.signal(Int32(number)))
      }
      if files[1].revents != 0, !goesOnTyping() {
        files[1].fd = -1
        if isForeground { termination.raise(.endOfInput) }
      }
      if files[2].revents != 0 {
        files[2].fd = -1
        // A terminal that hangs up sends a signal of its own; a file or `/dev/null` never reports anything.
        if files[2].revents & Int16(POLLERR | POLLHUP) != 0 { termination.raise(.outputClosed) }
      }
    }
  }

  /// Whether we may read from the terminal; a background job that does is stopped by the system.
  private var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    // None: the terminal is not the one that controls us, and nothing is stopped for reading from it.
    return group == -1 || group == getpgrp()
  }

  private func goesOnTyping() -> Bool {
    guard isForeground else { return false }
    var bytes = [UInt8](repeating: 0, count: 256)
    return unsafe read(STDIN_FILENO, &bytes, bytes.count) > 0
  }

  private func readByte(_ file: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return unsafe read(file, &byte, 1) == 1 ? byte : nil
  }
}
