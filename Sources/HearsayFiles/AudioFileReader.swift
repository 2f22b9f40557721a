// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  public import HearsayCore

  /// Reads a sound file, or raw samples from a pipe, as mono chunks of one rate.
  ///
  /// Anything that libsndfile reads will do (WAV and RF64 in all widths, A-law, µ-law, FLAC, Ogg, MP3, AIFF and more).
  /// Channels are mixed to their mean and the rate is converted by libsoxr. The file is read as it is iterated, half a
  /// second ahead at most, on a thread of its own: memory does not grow with the file's length, and a pipe whose writer
  /// sleeps blocks nobody else.
  ///
  /// The sequence can be run through once; two iterators share its chunks. Cancelling the task that iterates ends it.
  /// An incomplete frame at the end of the file (an odd byte of 16-bit samples, for example) is dropped.
  public final class AudioFileReader: AsyncSequence, Sendable {
    /// What the file holds, before conversion.
    public let sourceFormat: AudioFormat
    /// How long the file lasts; `nil` for a pipe.
    public let duration: Duration?
    /// The rate of the chunks, in Hz.
    public let sampleRate: Int

    private let thread: ReadingThread
    private let ready = Locked<ArraySlice<AudioChunk>>([])

    /// Whether the file's rate is below that of the chunks.
    ///
    /// What lies above half the file's rate is missing then, and conversion cannot bring it back: a recognizer made for
    /// the higher rate understands such speech badly, and the user should be told.
    public var isBandLimited: Bool { sourceFormat.sampleRate < sampleRate }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, which may be a named pipe; `-` is standard input. Opening a pipe waits for its first byte.
    ///   - raw: How samples without a header are stored; `nil` reads the header.
    ///   - sampleRate: The rate of the chunks, in Hz.
    ///   - framesPerChunk: The samples of each chunk but the last; 20 ms unless said.
    /// - Returns: A reader at the start of the file.
    /// - Throws: `invalid_argument` when the file is missing, cannot be read or is no sound, or a number is out of
    ///   range; `interrupted` when the task was cancelled.
    public static func open(
      _ path: String, raw: RawFormat? = nil, sampleRate: Int = 16_000, framesPerChunk: Int? = nil
    ) async throws(VoiceError) -> AudioFileReader {
      try FileError.check(sampleRate: sampleRate)
      let frames = framesPerChunk ?? sampleRate / 50
      guard (1...sampleRate * 60).contains(frames) else {
        throw VoiceError(
          .invalidArgument, .outOfRange,
          "A chunk of \(frames) frames is out of range; give from 1 to \(sampleRate * 60) frames.")
      }
      if let raw {
        try FileError.check(sampleRate: raw.sampleRate, "rate of the raw samples,")
        guard (1...64).contains(raw.channelCount) else {
          throw VoiceError(
            .invalidArgument, .outOfRange, "\(raw.channelCount) channels are out of range; give from 1 to 64.")
        }
      }
      let thread = ReadingThread()
      do throws(VoiceError) {
        let opened = try await thread.open(path: path, raw: raw, sampleRate: sampleRate, framesPerChunk: frames)
        return AudioFileReader(thread, format: opened.format, duration: opened.duration, sampleRate: sampleRate)
      } catch {
        thread.stop()
        throw error
      }
    }

    private init(_ thread: ReadingThread, format: AudioFormat, duration: Duration?, sampleRate: Int) {
      self.thread = thread
      sourceFormat = format
      self.duration = duration
      self.sampleRate = sampleRate
    }

    deinit { thread.stop() }

    /// The next chunk; `nil` at the end of the file, and once the task is cancelled.
    ///
    /// - Throws: `invalid_argument` when the file turns out to be damaged, after what could be read.
    public func next() async throws(VoiceError) -> AudioChunk? {
      if let chunk = ready.withLock({ $0.popFirst() }) { return chunk }
      let chunks = try await thread.next()
      guard let first = chunks.first else { return nil }
      ready.withLock { $0 += chunks.dropFirst() }
      return first
    }

    /// Ends the reading and closes the file; `next()` has nothing more to give than what was read ahead.
    ///
    /// Dropping the reader does the same. The thread of a file on disk has ended when it returns.
    public func close() async { await thread.close() }

    /// Makes an iterator over the chunks that are still to come.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: self) }

    /// Iterates over the chunks of a file.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      fileprivate let reader: AudioFileReader

      /// The next chunk; `nil` at the end of the file.
      ///
      /// - Throws: `invalid_argument` when the file turns out to be damaged.
      public mutating func next() async throws(VoiceError) -> AudioChunk? { try await reader.next() }

      /// The next chunk; `nil` at the end of the file.
      ///
      /// - Parameter actor: The caller's isolation.
      /// - Returns: The chunk.
      /// - Throws: `invalid_argument` when the file turns out to be damaged.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(VoiceError) -> AudioChunk? {
        try await reader.next()
      }
    }
  }
#endif
