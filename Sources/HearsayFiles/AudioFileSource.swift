// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  public import HearsayCore

  /// Plays a sound file as if it were a microphone.
  ///
  /// No frame is lost: when the inlet is full, the source waits for room.
  public struct AudioFileSource: CaptureSource {
    /// How fast the file is played.
    public enum Pace: Sendable {
      /// As fast as its frames are taken.
      case unlimited
      /// Each frame no earlier than its place in the file, by this clock; delays do not add up.
      case realTime(any Clock<Duration>)
    }

    private let path: String
    private let raw: RawFormat?
    private let pace: Pace

    /// Makes a source; the file is opened with the capture.
    ///
    /// - Parameters:
    ///   - path: The file, which may be a named pipe; `-` is standard input.
    ///   - raw: How samples without a header are stored; `nil` reads the header.
    ///   - pace: How fast the file is played.
    public init(path: String, raw: RawFormat? = nil, pace: Pace = .unlimited) {
      self.path = path
      self.raw = raw
      self.pace = pace
    }

    /// Opens the file and begins to play it into `inlet`, which ends after the last frame.
    ///
    /// - Parameters:
    ///   - request: The rate and the latency (the size of the blocks); a device is not asked for.
    ///   - inlet: Where the frames go.
    /// - Returns: The running stream. Dropping it stops it as well.
    /// - Throws: `invalid_argument` when the file is missing or is no sound, `audio_error` when more than one channel
    ///   is asked for.
    public func open(
      _ request: CaptureRequest, into inlet: CaptureInlet
    ) async throws(VoiceError) -> any CaptureStream {
      guard request.format.channelCount == 1 else {
        throw VoiceError(
          .audioError, .formatNotSupported,
          "A file is played with one channel, and \(request.format.channelCount) were asked for.")
      }
      let latency = min(max(request.latency, .milliseconds(5)), .seconds(1))
      let reader = try await AudioFileReader.open(
        path, raw: raw, sampleRate: request.format.sampleRate, framesPerChunk: request.format.frames(in: latency))
      let play = FilePlay(reader: reader, inlet: inlet, pacing: Self.pacing(pace))
      let stream = FileCaptureStream()
      stream.start(play)
      return stream
    }

    /// What waits until a place in the file is due.
    private static func pacing(_ pace: Pace) -> FilePlay.Pacing? {
      switch pace {
      case .unlimited: nil
      case .realTime(let clock): pacing(clock)
      }
    }

    private static func pacing(_ clock: some Clock<Duration>) -> FilePlay.Pacing {
      let start = clock.now
      return { place in try await clock.sleep(until: start.advanced(by: place), tolerance: nil) }
    }
  }
#endif
