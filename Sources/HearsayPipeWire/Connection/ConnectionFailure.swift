// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import Glibc
  internal import HearsayCore

  /// The errors of a connection as a whole.
  enum ConnectionFailure {
    /// What an error that the server reported about the connection means; `nil` for one that is about something else.
    ///
    /// - Parameters:
    ///   - result: A negative `errno`.
    ///   - message: The server's words.
    ///   - path: The server's socket.
    /// - Returns: The error.
    static func reported(_ result: Int32, _ message: String, path: String) -> VoiceError? {
      let underlying = VoiceError.Underlying(domain: "pipewire", number: Int(result), text: message)
      switch -result {
      case EPIPE, ECONNRESET, ECONNABORTED, EPROTO, EIO, EBADMSG:
        return VoiceError(
          .interrupted, .serviceUnavailable,
          "The PipeWire server at \(path) went away; start again once it is back.", isRecoverable: true,
          underlying: underlying)
      case EACCES, EPERM:
        return VoiceError(
          .permissionDenied, .accessDenied,
          "The PipeWire server at \(path) refuses this program access to audio (\(message)); grant it in the system's "
            + "settings or the sandbox's permissions.", underlying: underlying)
      default: return nil
      }
    }

    /// The server did not answer within the limit.
    ///
    /// - Parameters:
    ///   - path: The server's socket.
    ///   - greeted: Whether it has greeted us: then it works, and only our permission is undecided.
    /// - Returns: The error.
    static func silent(path: String, greeted: Bool) -> VoiceError {
      if greeted {
        return VoiceError(
          .permissionDenied, .accessDenied,
          "The PipeWire server at \(path) has not decided whether this program may use audio; answer the system's "
            + "question, or see whether the session manager (wireplumber) runs.", isRecoverable: true)
      }
      return VoiceError(
        .audioError, .serviceUnresponsive,
        "The PipeWire server at \(path) accepts connections and does not answer; restart it "
          + "(systemctl --user restart pipewire).", isRecoverable: true)
    }

    /// The library could not be set up.
    static func resources(_ number: Int32) -> VoiceError {
      VoiceError(
        .audioError, .serviceUnavailable,
        "PipeWire's client library cannot be set up (errno \(number)); see whether the process has too many open files "
          + "and whether /usr/share/pipewire/client.conf is installed.",
        underlying: VoiceError.Underlying(domain: "errno", number: Int(number)))
    }

    /// The owner closed the service.
    static let closed = VoiceError(
      .interrupted, .closed, "The audio service was closed; open it again to go on.", isRecoverable: true)

    /// The task that waited was cancelled.
    static let cancelled = VoiceError(
      .interrupted, .closed, "The wait for the audio stream was cancelled; call again to have it.", isRecoverable: true)

    /// The device that was asked for does not exist.
    static func unknownDevice(_ name: String, among devices: [AudioDevice], direction: AudioDevice.Direction)
      -> VoiceError
    {
      let kind = direction == .input ? "input" : "output"
      let names = devices.filter { $0.direction == direction }.map(\.id)
      return VoiceError(
        .invalidArgument, .unknownDevice,
        "There is no audio \(kind) named \"\(name)\"; "
          + (names.isEmpty ? "there is none at all." : "choose one of: \(names.joined(separator: ", "))."),
        isRecoverable: true)
    }

    /// There is no device of the direction.
    static func noDevice(_ direction: AudioDevice.Direction) -> VoiceError {
      VoiceError(
        .audioError, .noDevice,
        direction == .input
          ? "There is no microphone: PipeWire has no audio input; plug one in or turn one on."
          : "There is no speaker: PipeWire has no audio output; plug one in or turn one on.",
        isRecoverable: true)
    }
  }
#endif
