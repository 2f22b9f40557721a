// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import Foundation
  import HearsayCore
  import HearsayTesting
  import Testing

  @testable import HearsayFiles

  @Suite("AudioFileReader on a pipe")
  struct PipeReadingTests {
    private let folder: TemporaryFolder
    private let pipe: String

    init() throws {
      folder = try TemporaryFolder()
      pipe = folder.file("pipe")
      try #require(mkfifo(pipe, 0o600) == 0)
    }

    @Test("raw samples arrive whole, however they are cut", arguments: [1, 3, 4_095])
    func slowWriter(size: Int) async throws {
      let samples = (0..<3_000).map { Int16(truncatingIfNeeded: $0 &* 7_919) }
      let bytes = WaveBytes.samples(samples) + [0xAA]

      write(bytes, inBlocksOf: size)
      let read = try await AudioFileReader.integers(of: pipe, raw: RawFormat(sampleRate: 16_000))

      #expect(read == samples.map(Int.init))
    }

    @Test("a WAV file may come through a pipe, and its duration is not known")
    func container() async throws {
      let samples = (0..<3_000).map { Int16(truncatingIfNeeded: $0 &* 7_919) }

      write(WaveBytes.file(data: WaveBytes.samples(samples), claimed: 0xFFFF_FFF0), inBlocksOf: 1_000)
      let reader = try await AudioFileReader.open(pipe)

      #expect(reader.duration == nil)
      #expect(try await reader.allSamples().map { Int(($0 * 32_768).rounded()) } == samples.map(Int.init))
    }

    @Test("cancelling the opening of a pipe that nobody writes ends it")
    func cancelledOpening() async throws {
      let pipe = pipe
      let opening = Task { try await AudioFileReader.open(pipe, raw: RawFormat(sampleRate: 16_000)) }
      opening.cancel()

      await #expect(throws: VoiceError.self) { _ = try await opening.value }
    }

    @Test("cancelling a read that waits for the writer ends it, and the chunks before are kept")
    func cancelledRead() async throws {
      let writer = open(pipe, O_RDWR)
      try #require(writer >= 0)
      defer { close(writer) }
      let block = WaveBytes.samples(Array(repeating: 1_000, count: 320))
      try #require(Foundation.write(writer, block, block.count) == block.count)
      let reader = try await AudioFileReader.open(pipe, raw: RawFormat(sampleRate: 16_000))

      #expect(try await reader.next()?.samples.count == 320)
      let reading = Task { try await reader.next() }
      reading.cancel()

      #expect(try await reading.value == nil)
    }

    @Test("a dash reads standard input, and leaves it open")
    func standardInput() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let path = try folder.write(WaveBytes.samples([1, 2, 3]), to: "f.raw")
        let file = open(path, O_RDONLY)
        guard dup2(file, 0) == 0 else { exit(2) }
        guard try await AudioFileReader.integers(of: "-", raw: RawFormat(sampleRate: 16_000)) == [1, 2, 3] else {
          exit(3)
        }
        guard fcntl(0, F_GETFD) >= 0 else { exit(4) }
      }
    }

    @Test("no thread is left once a reader is closed, a source is stopped and a writer has finished")
    func noThreadLeft() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let path = folder.file("f.wav")
        let writer = try await AudioFileWriter.create(path, sampleRate: 16_000)
        try await writer.write(Array(repeating: 0.1, count: 32_000))
        guard try await Self.ownThreads(are: 1) else { exit(2) }
        try await writer.finish()
        guard try await Self.ownThreads(are: 0) else { exit(3) }

        let reader = try await AudioFileReader.open(path)
        guard try await reader.next() != nil, try await Self.ownThreads(are: 1) else { exit(4) }
        await reader.close()
        guard try await Self.ownThreads(are: 0) else { exit(5) }

        let format = AudioFormat(sampleRate: 16_000)
        let stream = try await AudioFileSource(path: path).open(
          CaptureRequest(format: format), into: CaptureInlet(format: format, capacity: 640))
        guard try await Self.ownThreads(are: 1) else { exit(6) }
        await stream.stop(capturingUntil: nil)
        guard try await Self.ownThreads(are: 0) else { exit(7) }
      }
    }

    private static func ownThreads(are count: Int) async throws -> Bool {
      try await ProcessResources.wait(forThreadsNamed: "hearsay-", count: count)
    }

    /// Writes to the pipe on a thread of its own, which ends with the bytes.
    private func write(_ bytes: [UInt8], inBlocksOf size: Int) {
      let path = pipe
      Thread.detachNewThread {
        let descriptor = open(path, O_WRONLY)
        var rest = bytes[...]
        while !rest.isEmpty {
          let block = Array(rest.prefix(size))
          guard Foundation.write(descriptor, block, block.count) == block.count else { break }
          rest = rest.dropFirst(size)
        }
        close(descriptor)
      }
    }
  }
#endif
