// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import Foundation
  import HearsayCore
  import Synchronization
  import Testing

  @testable import HearsayFiles

  @Suite("AudioFileSource")
  struct AudioFileSourceTests {
    private let folder: TemporaryFolder
    private let path: String
    private let samples = (0..<16_000).map { Int16(truncatingIfNeeded: $0) }
    private let request = CaptureRequest(format: AudioFormat(sampleRate: 16_000))

    init() throws {
      folder = try TemporaryFolder()
      path = try folder.write(WaveBytes.file(data: WaveBytes.samples(samples)), to: "f.wav")
    }

    @Test("a file longer than the inlet arrives whole and ends it", arguments: [100, 320, 100_000])
    func fullSpeed(capacity: Int) async throws {
      let inlet = CaptureInlet(format: request.format, capacity: capacity)
      let stream = try await AudioFileSource(path: path).open(request, into: inlet)

      let read = await drain(inlet)

      #expect(read == samples.map(Int.init))
      #expect(inlet.captureEnd == .endOfInput)
      await stream.stop(capturingUntil: nil)
    }

    @Test("in real time, no frame comes before its place in the file")
    func realTime() async throws {
      let clock = StepClock()
      let inlet = CaptureInlet(format: request.format, capacity: 100_000)
      let stream = try await AudioFileSource(path: path, pace: .realTime(clock)).open(request, into: inlet)

      let read = await drain(inlet)

      #expect(read.count == 16_000)
      #expect(clock.deadlines == (0..<50).map { .milliseconds(20 * $0) })
      await stream.stop(capturingUntil: nil)
    }

    @Test("stopping ends a source that waits for room, and nothing is written afterwards")
    func stopping() async throws {
      let inlet = CaptureInlet(format: request.format, capacity: 640)
      let stream = try await AudioFileSource(path: path).open(request, into: inlet)
      // Only the writer may ask for the room; the first block of the file is larger than the inlet.
      await inlet.waitForFrames()

      await stream.stop(capturingUntil: .now)
      let read = take(inlet)
      inlet.madeRoom()
      await stream.stop(capturingUntil: nil)

      #expect(!read.isEmpty && read == samples.prefix(read.count).map(Int.init))
      #expect(take(inlet).isEmpty && inlet.captureEnd == nil)
    }

    @Test("a missing file or a second channel is refused")
    func refused() async {
      let inlet = CaptureInlet(format: request.format, capacity: 640)
      let missing = await #expect(throws: VoiceError.self) {
        _ = try await AudioFileSource(path: folder.file("no.wav")).open(request, into: inlet)
      }
      #expect(missing?.reason == .fileNotFound)
      let stereo = CaptureRequest(format: AudioFormat(sampleRate: 16_000, channelCount: 2))
      await #expect(throws: VoiceError.self) {
        _ = try await AudioFileSource(path: path).open(stereo, into: inlet)
      }
    }

    private func drain(_ inlet: CaptureInlet) async -> [Int] {
      var read: [Int] = []
      while true {
        let hasEnded = inlet.captureEnd != nil
        let block = take(inlet)
        read += block
        if block.isEmpty {
          if hasEnded { return read }
          await inlet.waitForFrames()
        }
      }
    }

    private func take(_ inlet: CaptureInlet) -> [Int] {
      var block = [Float](repeating: 0, count: 1_000)
      let count = block.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { inlet.ring.consumer.read(into: $0, count: buffer.count) } ?? 0
      }
      inlet.madeRoom()
      return block.prefix(count).map { Int(($0 * 32_768).rounded()) }
    }
  }
#endif
