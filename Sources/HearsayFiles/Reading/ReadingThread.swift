// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import HearsayCore

  /// The thread on which one file is read: a pipe may keep it waiting for as long as its writer likes.
  final class ReadingThread: @unchecked Sendable {
    // SAFETY: `reader` is touched only on `thread`, but for its end with the last reference; the rest is Sendable.
    private var reader: ChunkReader?
    private let thread = DedicatedThread(name: "hearsay-file")
    private let interruption = ReadInterruption()
    private let readsFromDisk = Locked(false)

    /// Opens the file.
    func open(
      path: String, raw: RawFormat?, sampleRate: Int, framesPerChunk: Int
    ) async throws(VoiceError) -> (format: AudioFormat, duration: Duration?) {
      let opened = await perform { () throws(VoiceError) in
        let reader = try ChunkReader(
          path: path, raw: raw, sampleRate: sampleRate, framesPerChunk: framesPerChunk,
          interruption: self.interruption)
        self.reader = reader
        self.readsFromDisk.withLock { $0 = reader.readsFromDisk }
        return (format: reader.format, duration: reader.duration)
      }
      guard let opened else {
        throw VoiceError(.interrupted, .closed, "Opening \"\(path)\" was cancelled.", isRecoverable: true)
      }
      return try opened.get()
    }

    /// The next few chunks; none at the end, after `stop()` and for a cancelled task.
    func next() async throws(VoiceError) -> [AudioChunk] {
      try await perform { () throws(VoiceError) in
        let chunks = try self.reader?.next() ?? []
        // Closes the file as soon as all of it was read.
        if chunks.isEmpty { self.reader = nil }
        return chunks
      }?.get() ?? []
    }

    /// Ends a read that waits, and lets the thread end.
    func stop() {
      interruption.interrupt()
      thread.finish()
    }

    /// Ends a read that waits, and returns when the thread has ended.
    ///
    /// A thread that is in the middle of a block from a pipe is not waited for: only its writer can wake it.
    func close() async {
      guard readsFromDisk.withLock({ $0 }) else { return stop() }
      interruption.interrupt()
      await thread.retire()
    }

    /// Runs `body` on the thread.
    ///
    /// - Returns: `nil` when the task was cancelled first. The thread is then stopped as well: at once if it waits for
    ///   the next byte, and otherwise (in the middle of a block from a pipe) when the writer goes on or ends.
    private func perform<Success: Sendable>(
      _ body: @escaping @Sendable () throws(VoiceError) -> Success
    ) async -> Result<Success, VoiceError>? {
      let handOver = HandOver<Result<Success, VoiceError>>()
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          guard handOver.await(continuation) else { return }
          thread.run {
            let outcome = Result(catching: body)
            handOver.give(outcome)
          }
        }
      } onCancel: {
        interruption.interrupt()
        handOver.give(nil)
      }
    }
  }
#endif
