// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import HearsayCore

  /// Reads a sound file as chunks of one rate and size, on the reading thread.
  final class ChunkReader {
    let format: AudioFormat
    let duration: Duration?
    /// Whether no read waits for anybody.
    var readsFromDisk: Bool { input.isRegularFile }

    private let input: InputDescriptor
    private let interruption: ReadInterruption
    private let file: SoundFile?
    private let resampler: Resampler
    private let sampleRate: Int
    private let framesPerChunk: Int
    private let framesPerRead: Int
    private var pending: [Float] = []
    private var nextIndex = 0
    private var isAtEnd = false
    private var failure: VoiceError?

    /// Opens the file; waits for the first byte of a pipe, or an interruption.
    init(
      path: String, raw: RawFormat?, sampleRate: Int, framesPerChunk: Int, interruption: ReadInterruption
    ) throws(VoiceError) {
      input = try InputDescriptor(path: path)
      if input.isEmpty && raw == nil { throw FileError.unreadable(path, "the file is empty.") }
      guard input.waitUntilReadable(or: interruption) else {
        throw VoiceError(.interrupted, .closed, "Opening \"\(path)\" was cancelled.", isRecoverable: true)
      }
      let file = try SoundFile(path: path, input: input, raw: raw)
      resampler = try Resampler(from: file.format.sampleRate, to: sampleRate)
      format = file.format
      duration = file.frameCount.map(file.format.duration(ofFrames:))
      self.file = file
      self.interruption = interruption
      self.sampleRate = sampleRate
      self.framesPerChunk = framesPerChunk
      // Half a second at a time from a disk; from a pipe no more than 20 ms, so that live sound is not held back.
      framesPerRead = max(1, file.format.sampleRate / (input.isRegularFile ? 2 : 50))
    }

    /// The next few chunks; none at the end and after an interruption.
    ///
    /// What was read before a damaged place is given first.
    func next() throws(VoiceError) -> [AudioChunk] {
      while pending.count < framesPerChunk && !isAtEnd {
        guard let file, input.waitUntilReadable(or: interruption) else { return [] }
        do throws(VoiceError) {
          let samples = try file.read(framesPerRead)
          isAtEnd = samples.isEmpty
          pending += isAtEnd ? resampler.flush() : resampler.process(samples)
        } catch {
          failure = error
          isAtEnd = true
          pending += resampler.flush()
        }
      }
      let chunks = takeChunks()
      if chunks.isEmpty, let failure {
        self.failure = nil
        throw failure
      }
      return chunks
    }

    private func takeChunks() -> [AudioChunk] {
      var chunks: [AudioChunk] = []
      var start = 0
      while pending.count - start >= framesPerChunk || (isAtEnd && start < pending.count) {
        let end = min(start + framesPerChunk, pending.count)
        chunks.append(
          AudioChunk(samples: Array(pending[start..<end]), sampleIndex: nextIndex + start, sampleRate: sampleRate))
        start = end
      }
      pending.removeFirst(start)
      nextIndex += start
      return chunks
    }
  }
#endif
