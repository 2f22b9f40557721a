// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import HearsayCore

  /// One run of a file through an inlet.
  struct FilePlay: Sendable {
    /// Waits until a place in the file is due.
    typealias Pacing = @Sendable (Duration) async throws -> Void

    let reader: AudioFileReader
    let inlet: CaptureInlet
    let pacing: Pacing?

    /// Writes the file to its end, or until the task is cancelled or the inlet has ended, and closes it.
    func run() async {
      await play()
      await reader.close()
    }

    private func play() async {
      do throws(VoiceError) {
        while let chunk = try await reader.next() {
          // At the chunk's first frame, not behind its last: frames up to any moment are in the inlet by then.
          if let pacing, (try? await pacing(chunk.range.lowerBound)) == nil { return }
          guard await write(chunk.samples) else { return }
        }
        // The end of a cancelled read looks like the end of the file.
        if !Task.isCancelled { inlet.end(.endOfInput) }
      } catch {
        inlet.end(.failed(error))
      }
    }

    private func write(_ samples: [Float]) async -> Bool {
      var rest = samples[...]
      while !rest.isEmpty {
        if Task.isCancelled || inlet.captureEnd != nil { return false }
        let room = inlet.free
        guard room > 0 else {
          await inlet.waitForRoom()
          continue
        }
        rest = rest.dropFirst(inlet.write(Array(rest.prefix(room))))
      }
      return true
    }
  }
#endif
