// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import Glibc
  internal import HearsayCore

  // libpipewire says "Host is down" for every reason why it cannot connect, so that the socket is looked at here.

  /// Where the audio server's socket is, and what the file system says about it.
  enum SocketPath {
    /// What is the matter with a socket that could not be connected to.
    enum Trouble: Hashable, Sendable {
      /// There is nothing at the path.
      case missing
      /// We may not use it.
      case notPermitted
      /// It is there and permitted: nobody listens behind it.
      case noListener
    }

    /// The socket that libpipewire tries first.
    ///
    /// - Parameters:
    ///   - remote: The path or name that was asked for; `nil` for what the environment says.
    ///   - environment: Looks up an environment variable.
    /// - Returns: Its path.
    static func path(remote: String?, environment: (String) -> String?) -> String {
      let name = remote ?? environment("PIPEWIRE_REMOTE").flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
      if name.hasPrefix("/") { return name }
      for variable in ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"] {
        if let folder = environment(variable), !folder.isEmpty { return "\(folder)/\(name)" }
      }
      return "/run/pipewire/\(name)"
    }

    /// The value of an environment variable of this process.
    static func environment(_ name: String) -> String? {
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }

    /// What `access` says about the socket at `path`, as the user that this process acts as.
    static func trouble(at path: String) -> Trouble {
      if unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 { return .noListener }
      return trouble(forErrno: errno)
    }

    /// What an `errno` of `access` means.
    static func trouble(forErrno number: Int32) -> Trouble {
      switch number {
      case EACCES, EPERM, EROFS: .notPermitted
      default: .missing
      }
    }

    /// The error for a connection that could not be made.
    static func error(for trouble: Trouble, path: String, errno number: Int32) -> VoiceError {
      let underlying = VoiceError.Underlying(domain: "errno", number: Int(number))
      switch trouble {
      case .missing:
        return VoiceError(
          .audioError, .serviceUnavailable,
          "No PipeWire server runs: there is no socket at \(path); start PipeWire (systemctl --user start pipewire), "
            + "or set XDG_RUNTIME_DIR or PIPEWIRE_REMOTE to where it listens.",
          isRecoverable: true, underlying: underlying)
      case .notPermitted:
        return VoiceError(
          .permissionDenied, .accessDenied,
          "PipeWire's socket \(path) may not be used by this user; run as the user who owns the audio session, or give "
            + "access to the socket.",
          underlying: underlying)
      case .noListener:
        return VoiceError(
          .audioError, .serviceUnavailable,
          "No PipeWire server listens at \(path), the socket is a remainder; start PipeWire again "
            + "(systemctl --user restart pipewire).",
          isRecoverable: true, underlying: underlying)
      }
    }
  }
#endif
