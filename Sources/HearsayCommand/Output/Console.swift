// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// Everything that the program prints, in order.
///
/// Runs on a thread of its own: whoever reads our output may be slow, and a blocked write must not sit on the
/// cooperative pool. Each line is written at once; when nobody reads any more, the program is asked to end.
actor Console {
  /// Whether stdout gets JSON.
  nonisolated let isJSON: Bool
  /// Whether the C libraries may speak.
  nonisolated let isVerbose: Bool

  private nonisolated let executor = DedicatedThreadExecutor(name: "hearsay-output")
  private let termination: Termination
  private let outputIsTerminal: Bool
  private let errorIsTerminal: Bool
  /// The file on whose terminal a line stands that will be rewritten.
  private var liveFile: Int32?
  /// What stands there, so that only a change is written.
  private var liveText = ""
  private var live: LiveLine?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(isJSON: Bool, isVerbose: Bool, raising termination: Termination) {
    self.isJSON = isJSON
    self.isVerbose = isVerbose
    self.termination = termination
    let isPlain = unsafe getenv("TERM").map { unsafe String(cString: $0) == "dumb" } ?? false
    outputIsTerminal = isatty(STDOUT_FILENO) == 1 && !isPlain
    errorIsTerminal = isatty(STDERR_FILENO) == 1 && !isPlain
  }

  /// Whether a line can be rewritten for people on stdout.
  nonisolated var showsLiveLine: Bool { !isJSON && outputIsTerminal }

  /// Whether a progress bar can be shown on stderr.
  nonisolated var showsProgress: Bool { errorIsTerminal }

  /// Prints a line for people; nothing with JSON.
  func say(_ line: String) {
    guard !isJSON else { return }
    eraseLive()
    write(line + "\n", to: STDOUT_FILENO)
  }

  /// Prints an object; nothing without JSON.
  func emit(_ object: JSONValue) {
    guard isJSON else { return }
    eraseLive()
    write(object.line + "\n", to: STDOUT_FILENO)
  }

  /// Prints a text whatever the format: help, version.
  func printText(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// Prints a sentence on stderr.
  func warn(_ sentence: String) {
    eraseLive()
    write("hearsay: \(sentence)\n", to: STDERR_FILENO)
  }

  /// Tells of an error: a sentence on stderr, and with JSON an event as well.
  func report(_ error: VoiceError, file: String? = nil) {
    emit(EventObject.of(error, file: file))
    warn(error.message)
  }

  /// Shows the live line on a terminal, from now to `endLive()`.
  func beginLive() {
    guard showsLiveLine else { return }
    live = LiveLine()
    redrawLive()
  }

  /// Changes the live line, while there is one.
  func updateLive(_ change: @Sendable (inout LiveLine) -> Void) {
    guard var line = live else { return }
    change(&line)
    live = line
    redrawLive()
  }

  /// Takes the live line away for good.
  func endLive() {
    live = nil
    eraseLive()
  }

  /// Rewrites the progress bar.
  func showProgress(label: String, done: Double, total: Double?) {
    guard showsProgress else { return }
    let line = ProgressBar.line(label: label, done: done, total: total, width: width(of: STDERR_FILENO))
    rewrite(line, on: STDERR_FILENO)
  }

  /// Takes away the line that would have been rewritten.
  func eraseLive() {
    guard let file = liveFile else { return }
    liveFile = nil
    write("\r\u{1B}[K", to: file)
  }

  // MARK: -

  private func redrawLive() {
    guard let live else { return }
    rewrite(live.rendered(width: width(of: STDOUT_FILENO)), on: STDOUT_FILENO)
  }

  private func rewrite(_ line: String, on file: Int32) {
    if let liveFile, liveFile != file { eraseLive() }
    guard liveFile == nil || liveText != line else { return }
    liveFile = file
    liveText = line
    write("\r\(line)\u{1B}[K", to: file)
  }

  private func width(of file: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func write(_ text: String, to file: Int32) {
    guard file != STDOUT_FILENO || !isClosed else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody made the file non-blocking.
        var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        if file == STDOUT_FILENO {
          isClosed = true
          termination.raise(.outputClosed)
        }
        return
      }
    }
  }
}
