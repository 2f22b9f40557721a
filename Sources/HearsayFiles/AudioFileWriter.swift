// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  public import HearsayCore

  /// Writes mono samples to a sound file, as they come.
  ///
  /// The extension says what kind of file it becomes: `.wav`, `.flac`, `.aiff` and `.au` with 16 bits, `.ogg` (Vorbis),
  /// `.opus` and `.mp3`. The file appears under its name with `finish()`, whole; until then, and for ever when writing
  /// fails or the writer is dropped, there is only a temporary file beside it, which is removed.
  public actor AudioFileWriter {
    /// The extensions that can be written, without the dot.
    public static let fileExtensions: [String] = FileKind.allCases.map(\.rawValue)

    /// How many samples were written.
    public private(set) var sampleCount = 0

    private nonisolated let executor = DedicatedThreadExecutor(name: "hearsay-write")
    private let path: String
    private var file: SoundFileOutput?

    /// The writer's own thread: disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private init(path: String) { self.path = path }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The file, with an extension that says its kind. One that is there already is replaced at the end.
    ///   - sampleRate: The rate of the samples, in Hz.
    /// - Returns: A writer.
    /// - Throws: `invalid_argument` when the extension is unknown, the kind does not allow the rate, or the folder is
    ///   missing or not writable.
    public static func create(_ path: String, sampleRate: Int) async throws(VoiceError) -> AudioFileWriter {
      try FileError.check(sampleRate: sampleRate)
      let kind = try FileKind(path: path)
      let writer = AudioFileWriter(path: path)
      try await writer.open(kind, sampleRate: sampleRate)
      return writer
    }

    private func open(_ kind: FileKind, sampleRate: Int) throws(VoiceError) {
      file = try SoundFileOutput(path: path, kind: kind, sampleRate: sampleRate)
    }

    /// Appends samples; what lies outside −1…1 is limited.
    ///
    /// - Parameter samples: Mono samples.
    /// - Throws: `audio_error` when the file cannot be written, which is then removed, or was finished.
    public func write(_ samples: [Float]) throws(VoiceError) {
      guard let file else { throw closed() }
      do throws(VoiceError) {
        try file.write(samples)
        sampleCount += samples.count
      } catch {
        self.file = nil
        throw error
      }
    }

    /// Completes the file and gives it its name.
    ///
    /// - Throws: `audio_error` when the last of it cannot be written, or the file was finished or has failed before.
    public nonisolated func finish() async throws(VoiceError) {
      do throws(VoiceError) {
        try await complete()
      } catch {
        await executor.retire()
        throw error
      }
      // From outside: the thread cannot wait for its own end.
      await executor.retire()
    }

    private func complete() throws(VoiceError) {
      guard let file else { throw closed() }
      defer { self.file = nil }
      try file.finish()
    }

    private func closed() -> VoiceError {
      VoiceError(.audioError, .closed, "The file \"\(path)\" was finished or has failed; begin a new one.")
    }
  }
#endif
