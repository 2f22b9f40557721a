// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import CSndFile
  internal import Glibc
  internal import HearsayCore

  /// A sound file that libsndfile writes; it belongs to one thread at a time.
  @safe
  final class SoundFileOutput {
    private let path: String
    private let temporaryPath: String
    private var handle: OpaquePointer?

    init(path: String, kind: FileKind, sampleRate: Int) throws(VoiceError) {
      self.path = path
      temporaryPath = "\(path).\(getpid())-\(UInt32.random(in: .min ... .max)).part"
      var info = SF_INFO()
      info.samplerate = Int32(clamping: sampleRate)
      info.channels = 1
      info.format = kind.code
      guard unsafe sf_format_check(&info) != 0 else { throw Self.rateRefused(path, sampleRate, "") }
      let descriptor = unsafe Glibc.open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileError.notWritten(path, errno: errno) }
      // 1: libsndfile closes the descriptor with the file, and when it refuses the format.
      guard let opened = unsafe sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 1) else {
        let text = unsafe String(cString: sf_strerror(nil))
        _ = unsafe unlink(temporaryPath)
        throw Self.rateRefused(path, sampleRate, text)
      }
      // Without it, integers of samples beyond full scale wrap around.
      _ = unsafe sf_command(opened, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
      unsafe handle = opened
    }

    deinit {
      guard let handle = unsafe handle else { return }
      unsafe sf_close(handle)
      _ = unsafe unlink(temporaryPath)
    }

    func write(_ samples: [Float]) throws(VoiceError) {
      // In slices: the Vorbis encoder puts as much on the stack as it is given.
      var start = 0
      while start < samples.count {
        let slice = Array(samples[start..<min(start + 4_096, samples.count)])
        let written = unsafe sf_writef_float(handle, slice, sf_count_t(slice.count))
        guard written == sf_count_t(slice.count) else {
          throw failure(number: unsafe sf_error(handle), text: unsafe String(cString: sf_strerror(handle)))
        }
        start += slice.count
      }
    }

    /// Writes what is left, closes the file and gives it its name.
    func finish() throws(VoiceError) {
      guard let closing = unsafe handle else { return }
      unsafe handle = nil
      let status = unsafe sf_close(closing)
      guard status == 0 else {
        _ = unsafe unlink(temporaryPath)
        throw failure(number: status, text: unsafe String(cString: sf_error_number(status)))
      }
      guard unsafe rename(temporaryPath, path) == 0 else {
        let number = errno
        _ = unsafe unlink(temporaryPath)
        throw FileError.notWritten(path, errno: number)
      }
    }

    private func failure(number: Int32, text: String) -> VoiceError {
      VoiceError(
        .audioError, .unspecified,
        "The file \"\(path)\" could not be written to its end (\(text)); check the free space of its disk.",
        underlying: .init(domain: "libsndfile", number: Int(number), text: text))
    }

    private static func rateRefused(_ path: String, _ rate: Int, _ text: String) -> VoiceError {
      VoiceError(
        .invalidArgument, .formatNotSupported,
        "A file of the kind of \"\(path)\" cannot hold sound at \(rate) Hz; choose .wav or .flac.",
        underlying: .init(domain: "libsndfile", number: 0, text: text))
    }
  }
#endif
