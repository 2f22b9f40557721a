// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import CSndFile
  internal import Glibc
  internal import HearsayCore

  /// A sound file that libsndfile reads, mixed down to one channel; it belongs to one thread at a time.
  @safe
  final class SoundFile {
    /// The rate and the channels of the file.
    let format: AudioFormat
    /// How many frames it says it has; `nil` when it cannot know.
    let frameCount: Int?

    private let path: String
    private let input: InputDescriptor
    private let handle: OpaquePointer

    init(path: String, input: InputDescriptor, raw: RawFormat?) throws(VoiceError) {
      var info = SF_INFO()
      if let raw {
        info.samplerate = Int32(clamping: raw.sampleRate)
        info.channels = Int32(clamping: raw.channelCount)
        info.format = Self.code(of: raw)
      }
      // The descriptor stays ours: libsndfile closes one that it cannot read, or not, depending on where it fails.
      guard let opened = unsafe sf_open_fd(input.number, Int32(SFM_READ), &info, 0) else {
        throw FileError.unreadable(
          path, "give a sound file such as WAV, FLAC, Ogg or MP3, or say how its raw samples are stored.",
          number: Int(sf_error(nil)), text: unsafe String(cString: sf_strerror(nil)))
      }
      let rate = Int(info.samplerate)
      guard FileError.sampleRates.contains(rate), info.channels > 0 else {
        unsafe sf_close(opened)
        throw FileError.unreadable(path, "its header names \(rate) Hz and \(info.channels) channels.")
      }
      unsafe handle = opened
      self.path = path
      self.input = input
      format = AudioFormat(sampleRate: rate, channelCount: Int(info.channels))
      // On a pipe, the header's number of frames is a guess of who wrote it.
      frameCount = input.isRegularFile && info.frames >= 0 && info.frames < .max ? Int(info.frames) : nil
    }

    deinit { unsafe sf_close(handle) }

    /// Reads up to `frames` frames (none at the end), each the mean of its channels.
    ///
    /// An incomplete last frame is dropped.
    func read(_ frames: Int) throws(VoiceError) -> [Float] {
      let channels = format.channelCount
      let interleaved = unsafe [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        count = unsafe max(0, Int(sf_readf_float(handle, start, sf_count_t(frames)))) * channels
      }
      let failure = unsafe sf_error(handle)
      if interleaved.isEmpty && failure != SF_ERR_NO_ERROR {
        throw FileError.unreadable(
          path, "the file is damaged or cut off.", number: Int(failure),
          text: unsafe String(cString: sf_strerror(handle)))
      }
      return mixed(interleaved, channels: channels)
    }

    /// The mean of each frame, in −1…1: a file of floating-point samples may hold anything.
    private func mixed(_ interleaved: [Float], channels: Int) -> [Float] {
      let frames = interleaved.count / channels
      return unsafe interleaved.withUnsafeBufferPointer { samples in
        unsafe [Float](unsafeUninitializedCapacity: frames) { buffer, count in
          var place = 0
          while count < frames {
            var sum: Float = 0
            let end = place + channels
            while place < end {
              unsafe sum += samples[place]
              place += 1
            }
            let mean = sum / Float(channels)
            unsafe buffer[count] = abs(mean) <= 1 ? mean : mean.isNaN ? 0 : mean < 0 ? -1 : 1
            count += 1
          }
        }
      }
    }

    private static func code(of raw: RawFormat) -> Int32 {
      let encoding =
        switch raw.encoding {
        case .unsigned8: SF_FORMAT_PCM_U8
        case .signed8: SF_FORMAT_PCM_S8
        case .signed16: SF_FORMAT_PCM_16
        case .signed24: SF_FORMAT_PCM_24
        case .signed32: SF_FORMAT_PCM_32
        case .float32: SF_FORMAT_FLOAT
        case .aLaw: SF_FORMAT_ALAW
        case .muLaw: SF_FORMAT_ULAW
        }
      return Int32(SF_FORMAT_RAW | encoding | (raw.isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE))
    }
  }
#endif
