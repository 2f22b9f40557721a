// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import HearsayCore

  /// A file that is being played into an inlet.
  final class FileCaptureStream: CaptureStream {
    // The task does not hold the stream, so that dropping the stream stops the task.
    private let task = Locked<Task<Void, Never>?>(nil)

    deinit { task.withLock { $0 }?.cancel() }

    /// Starts the one run.
    func start(_ play: FilePlay) {
      let started = Task { await play.run() }
      task.withLock { $0 = started }
    }

    /// Stops at once: frames up to any moment were written before it.
    func stop(capturingUntil moment: MonotonicTime?) async {
      let running = task.withLock { $0 }
      running?.cancel()
      await running?.value
    }
  }
#endif
