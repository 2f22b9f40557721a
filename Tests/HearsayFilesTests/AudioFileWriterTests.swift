// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import Foundation
  import HearsayCore
  import Testing

  @testable import HearsayFiles

  @Suite("AudioFileWriter")
  struct AudioFileWriterTests {
    private let folder: TemporaryFolder
    private let tone = (0..<24_000).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 24_000)) }

    init() throws { folder = try TemporaryFolder() }

    @Test("each kind of file can be read back", arguments: AudioFileWriter.fileExtensions)
    func kinds(ending: String) async throws {
      let path = folder.file("tone.\(ending.uppercased())")
      let writer = try await AudioFileWriter.create(path, sampleRate: 24_000)
      for start in stride(from: 0, to: tone.count, by: 1_000) {
        try await writer.write(Array(tone[start..<start + 1_000]))
      }
      #expect(folder.names.count == 1 && !folder.names[0].hasSuffix(ending.uppercased()))
      try await writer.finish()

      #expect(await writer.sampleCount == 24_000)
      #expect(folder.names == ["tone.\(ending.uppercased())"])
      let reader = try await AudioFileReader.open(path, sampleRate: 24_000)
      let samples = try await reader.allSamples()
      // Lossy encoders pad the ends.
      #expect((23_900...27_000).contains(samples.count))
      #expect(abs(AudioLevel(of: samples.dropFirst(4_000).prefix(16_000)).rms - 0.3535) < 0.02)
      if ["wav", "flac", "aiff", "au"].contains(ending) {
        #expect(samples.count == 24_000 && zip(samples, tone).allSatisfy { abs($0 - $1) <= 1.5 / 32_768 })
      }
    }

    @Test("samples beyond full scale are limited, not wrapped around")
    func limits() async throws {
      let path = folder.file("loud.wav")
      let writer = try await AudioFileWriter.create(path, sampleRate: 16_000)
      try await writer.write([2, -2, 1, -1])
      try await writer.finish()

      #expect(try await AudioFileReader.integers(of: path) == [32_767, -32_768, 32_767, -32_768])
    }

    @Test("a long block is written whole")
    func longBlock() async throws {
      let path = folder.file("long.ogg")
      let writer = try await AudioFileWriter.create(path, sampleRate: 16_000)
      try await writer.write(Array(repeating: 0.25, count: 1_600_000))
      try await writer.finish()

      #expect(try await AudioFileReader.open(path).duration == .seconds(100))
    }

    @Test("an unknown extension is refused and the known ones are named", arguments: ["a.xyz", "a", ".wav/b", "wav"])
    func unknownExtension(name: String) async {
      let error = await #expect(throws: VoiceError.self) {
        _ = try await AudioFileWriter.create(folder.file(name), sampleRate: 16_000)
      }
      #expect(error?.code == .invalidArgument && error?.reason == .formatNotSupported)
      #expect(error?.message.contains(".wav, .flac") == true)
      #expect(folder.names.isEmpty)
    }

    @Test("a folder that is missing, or a rate that the kind does not know, is refused")
    func refused() async {
      let missing = await #expect(throws: VoiceError.self) {
        _ = try await AudioFileWriter.create(folder.file("no/a.wav"), sampleRate: 16_000)
      }
      #expect(missing?.reason == .fileNotFound)
      let rate = await #expect(throws: VoiceError.self) {
        _ = try await AudioFileWriter.create(folder.file("a.opus"), sampleRate: 11_025)
      }
      #expect(rate?.code == .invalidArgument)
      #expect(folder.names.isEmpty)
    }

    @Test("a writer that is dropped leaves nothing, and the file that was there stays")
    func dropped() async throws {
      let path = try folder.write([1, 2, 3], to: "old.wav")
      do {
        let writer = try await AudioFileWriter.create(path, sampleRate: 16_000)
        try await writer.write([0.1])
        #expect(folder.names.count == 2)
      }

      #expect(folder.names == ["old.wav"])
      #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
    }

    @Test("a finished file takes no more samples")
    func finished() async throws {
      let writer = try await AudioFileWriter.create(folder.file("a.wav"), sampleRate: 16_000)
      try await writer.finish()

      await #expect(throws: VoiceError.self) { try await writer.write([0]) }
      await #expect(throws: VoiceError.self) { try await writer.finish() }
      #expect(folder.names == ["a.wav"])
    }

    @Test("a full disk is an error of the write or of the end")
    func fullDisk() async throws {
      await #expect(processExitsWith: .success) {
        // The limit stands for the disk: what lies beyond 100 kB fails.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
        let folder = try TemporaryFolder()
        do {
          let writer = try await AudioFileWriter.create(folder.file("a.wav"), sampleRate: 16_000)
          try await writer.write(Array(repeating: 0.1, count: 200_000))
          try await writer.finish()
          exit(3)
        } catch let error as VoiceError {
          guard error.code == .audioError, folder.names.isEmpty else { exit(4) }
        }
      }
    }
  }
#endif
