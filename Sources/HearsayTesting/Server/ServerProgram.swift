// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// A program that the virtual server runs, and the Debian package that brings it.
enum ServerProgram: String, Sendable {
  case daemon = "pipewire"
  case sessionManager = "wireplumber"
  case commandLine = "pw-cli"
  case cat = "pw-cat"
  case link = "pw-link"
  case metadata = "pw-metadata"

  private var package: String {
    switch self {
    case .sessionManager: "wireplumber"
    case .daemon, .commandLine, .cat, .link, .metadata: "pipewire-bin"
    }
  }

  /// Where the program is.
  ///
  /// - Throws: `not_supported` (`fileNotFound`) naming the package to install.
  func path(in folders: [String] = Self.folders) throws(VoiceError) -> String {
    for folder in folders {
      let candidate = "\(folder)/\(rawValue)"
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    throw VoiceError(
      .notSupported, .fileNotFound,
      "The program '\(rawValue)' is not installed; install the Debian package '\(package)'.")
  }

  /// Where programs are looked for; a test may run with a bare environment.
  static var folders: [String] {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      + ["/usr/bin", "/usr/local/bin"]
  }
}
