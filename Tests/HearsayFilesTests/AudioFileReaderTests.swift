// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import Foundation
  import HearsayCore
  import Testing

  @testable import HearsayFiles

  @Suite("AudioFileReader")
  struct AudioFileReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "each encoding is decoded to its right values",
      arguments: [
        (WaveBytes.file(bits: 8, data: [0, 128, 255]), [-32_768, 0, 32_512]),
        (WaveBytes.file(bits: 16, data: [0x00, 0x80, 0, 0, 0xFF, 0x7F]), [-32_768, 0, 32_767]),
        (WaveBytes.file(bits: 24, data: [0, 0, 0x80, 0, 0, 0, 0, 0, 0x40]), [-32_768, 0, 16_384]),
        (WaveBytes.file(bits: 32, data: [0, 0, 0, 0x80, 0, 0, 0, 0x40]), [-32_768, 16_384]),
        (WaveBytes.file(.float, bits: 32, data: WaveBytes.floats([-1, 0.5, 4])), [-32_768, 16_384, 32_768]),
        (WaveBytes.file(.float, bits: 32, data: WaveBytes.floats([.nan])), [0]),
        (WaveBytes.file(.muLaw, bits: 8, data: [0x00, 0x80]), [-32_124, 32_124]),
        (WaveBytes.file(.aLaw, bits: 8, data: [0xD5, 0xAA]), [8, 32_256]),
        (WaveBytes.rf64(data: WaveBytes.samples([-5, 7])), [-5, 7]),
      ])
    func encodings(bytes: [UInt8], expected: [Int]) async throws {
      let path = try folder.write(bytes, to: "f.wav")
      #expect(try await AudioFileReader.integers(of: path) == expected)
    }

    @Test(
      "an incomplete frame at the end is dropped",
      arguments: [
        (WaveBytes.file(channels: 2, data: [0, 1, 0, 1, 0, 9]), [256]),
        (WaveBytes.file(data: [1, 0, 2, 0, 3]), [1, 2]),
        (WaveBytes.file(bits: 24, data: [0, 0, 1, 0, 0, 2, 9]), [256, 512]),
      ])
    func incompleteFrame(bytes: [UInt8], expected: [Int]) async throws {
      let path = try folder.write(bytes, to: "f.wav")
      #expect(try await AudioFileReader.integers(of: path) == expected)
    }

    @Test("channels are mixed to their mean")
    func downMix() async throws {
      let data = WaveBytes.samples([100, 300, -400, 400, 32_767, 32_767])
      let reader = try await AudioFileReader.open(folder.write(WaveBytes.file(channels: 2, data: data), to: "f.wav"))

      #expect(reader.sourceFormat == AudioFormat(sampleRate: 16_000, channelCount: 2))
      #expect(try await reader.allSamples().map { Int(($0 * 32_768).rounded()) } == [200, 0, 32_767])
    }

    @Test("chunks have the size asked for, but for the last")
    func chunkSizes() async throws {
      let path = try folder.write(
        WaveBytes.file(data: WaveBytes.samples(Array(repeating: 1, count: 1_000))), to: "f.wav")
      var sizes: [Int] = []

      let reader = try await AudioFileReader.open(path)
      for try await chunk in reader { sizes.append(chunk.samples.count) }

      #expect(sizes == [320, 320, 320, 40])
      #expect(reader.duration == .milliseconds(62.5))
      #expect(!reader.isBandLimited)
      #expect(try await reader.next() == nil)
    }

    @Test("a rate below the one asked for is told")
    func bandLimited() async throws {
      let data = WaveBytes.samples(Array(repeating: 0, count: 8_000))
      let reader = try await AudioFileReader.open(folder.write(WaveBytes.file(rate: 8_000, data: data), to: "f.wav"))

      #expect(reader.isBandLimited)
      #expect(try await reader.allSamples().count == 16_000)
    }

    @Test("what is no sound file is refused by name, with the way out")
    func unreadable() async throws {
      let cases: [(String, VoiceError.Reason)] = [
        (folder.file("missing.wav"), .fileNotFound), (folder.path, .fileUnreadable),
        (try folder.write([], to: "empty.wav"), .fileUnreadable),
        (try folder.write(Array("no sound at all, just some words".utf8), to: "text.wav"), .fileUnreadable),
        (try folder.write(Array(WaveBytes.file(data: [1, 0]).prefix(20)), to: "cut.wav"), .fileUnreadable),
        (try folder.write(WaveBytes.file(rate: 0, data: [1, 0]), to: "rate.wav"), .fileUnreadable),
        ("\(try folder.write([1], to: "file"))/below.wav", .fileNotFound),
      ]
      for (path, reason) in cases {
        let error = await #expect(throws: VoiceError.self) { _ = try await AudioFileReader.open(path) }
        #expect(error?.code == .invalidArgument && error?.reason == reason, "\(path)")
        #expect(error?.message.contains("\"\(path)\"") == true)
      }
    }

    @Test("numbers out of range are refused")
    func outOfRange() async throws {
      let path = try folder.write(WaveBytes.file(data: [1, 0]), to: "f.wav")
      await #expect(throws: VoiceError.self) { _ = try await AudioFileReader.open(path, sampleRate: 0) }
      await #expect(throws: VoiceError.self) { _ = try await AudioFileReader.open(path, framesPerChunk: 0) }
      for raw in [RawFormat(sampleRate: -1), RawFormat(sampleRate: 16_000, channelCount: 0)] {
        await #expect(throws: VoiceError.self) { _ = try await AudioFileReader.open(path, raw: raw) }
      }
    }

    @Test("a header that claims four gigabytes gives what there is")
    func absurdLength() async throws {
      let empty = try folder.write(WaveBytes.file(data: [], claimed: 0xFFFF_FFF0), to: "a.wav")
      let short = try folder.write(WaveBytes.file(data: [1, 0, 2, 0], claimed: 0xFFFF_FFF0), to: "b.wav")
      let wide = try folder.write(WaveBytes.rf64(data: [1, 0, 2, 0], claimed: .max / 2), to: "c.wav")

      #expect(try await AudioFileReader.integers(of: empty) == [])
      #expect(try await AudioFileReader.integers(of: short) == [1, 2])
      #expect(try await AudioFileReader.integers(of: wide) == [1, 2])
    }

    @Test(
      "raw samples are read as they are said to be",
      arguments: [
        (RawFormat(sampleRate: 16_000), [0x01, 0x00, 0x00, 0x80, 0x07], [1, -32_768]),
        (RawFormat(sampleRate: 16_000, isBigEndian: true), [0x00, 0x01, 0x80, 0x00], [1, -32_768]),
        (RawFormat(sampleRate: 16_000, channelCount: 2), [0, 1, 0, 3, 9, 9, 9], [512]),
        (RawFormat(sampleRate: 16_000, encoding: .unsigned8), [0, 128, 255], [-32_768, 0, 32_512]),
        (RawFormat(sampleRate: 16_000, encoding: .muLaw), [0x00, 0x80], [-32_124, 32_124]),
        (RawFormat(sampleRate: 16_000), [], []),
      ] as [(RawFormat, [UInt8], [Int])])
    func raw(format: RawFormat, bytes: [UInt8], expected: [Int]) async throws {
      let path = try folder.write(bytes, to: "f.raw")
      #expect(try await AudioFileReader.integers(of: path, raw: format) == expected)
    }

    @Test("an hour of sound is read in little memory")
    func longFile() async throws {
      // A process of its own: other tests take memory as well.
      await #expect(processExitsWith: .success) {
        // Sparse: zeros that take no room on the disk. Ten minutes of it would be 38 MB if they were kept.
        let folder = try TemporaryFolder()
        let path = folder.file("long.wav")
        let size = 3_600 * 16_000 * 2
        let header = WaveBytes.file(data: [], claimed: UInt32(size))
        try Data(header).write(to: URL(filePath: path))
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: UInt64(header.count + size))
        try handle.close()

        let reader = try await AudioFileReader.open(path)
        guard reader.duration == .seconds(3_600) else { exit(2) }
        var frames = 0
        var before = 0
        while frames < 600 * 16_000, let chunk = try await reader.next() {
          frames += chunk.samples.count
          if before == 0, frames > 160_000 { before = Self.residentBytes() }
        }

        guard frames >= 600 * 16_000 else { exit(3) }
        // The address sanitizer keeps 256 MB of freed memory back, to see its use after the end.
        let limit = dlsym(nil, "__asan_init") == nil ? 20_000_000 : 320_000_000
        guard before > 0, Self.residentBytes() - before < limit else { exit(4) }
      }
    }

    private static func residentBytes() -> Int {
      let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
      return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
    }
  }
#endif
