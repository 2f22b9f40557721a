// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

#if Files && os(Linux)
  internal import HearsayFiles
#endif

/// A sound file or stdin, as mono chunks; the one place that knows who reads them.
struct SoundInput: AsyncSequence, Sendable {
  /// What the file holds.
  let sourceFormat: AudioFormat
  /// How long it is; `nil` for a pipe.
  let duration: Duration?

  private let read: @Sendable () async throws -> AudioChunk?

  /// Opens a file, or with `-` stdin.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rawRate: For bare samples (16 bit, mono, little-endian) their rate in Hz.
  ///   - sampleRate: The rate wanted.
  /// - Returns: The open file.
  /// - Throws: `invalid_argument` naming the file when it is missing or unreadable.
  static func open(_ path: String, rawRate: Int?, sampleRate: Int) async throws(VoiceError) -> SoundInput {
    #if Files && os(Linux)
      let raw = rawRate.map { RawFormat(sampleRate: $0) }
      let reader = try await AudioFileReader.open(path, raw: raw, sampleRate: sampleRate)
      return SoundInput(sourceFormat: reader.sourceFormat, duration: reader.duration) { try await reader.next() }
    #else
      throw VoiceError(
        .notSupported, .traitDisabled, "This build reads no sound files; build it with its trait Files on Linux.")
    #endif
  }

  private init(sourceFormat: AudioFormat, duration: Duration?, read: @escaping @Sendable () async throws -> AudioChunk?)
  {
    self.sourceFormat = sourceFormat
    self.duration = duration
    self.read = read
  }

  /// The same input, which ends once the program is asked to end, also while a read waits for a pipe.
  func ending(with termination: Termination) -> SoundInput {
    SoundInput(sourceFormat: sourceFormat, duration: duration) { [read] in
      try await termination.cancelling { try await read() } ?? nil
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    let read: @Sendable () async throws -> AudioChunk?

    mutating func next() async throws -> AudioChunk? { try await read() }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> AudioChunk? { try await read() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(read: read) }
}
