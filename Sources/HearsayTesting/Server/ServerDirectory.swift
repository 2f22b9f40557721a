// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// The private directory of one server: its socket, its configuration, its logs.
struct ServerDirectory: Sendable {
  let path: String
  private let logCount = Observed(0)

  /// Makes a directory of its own, with a path short enough for a socket (108 bytes).
  ///
  /// - Throws: `audio_error` when it cannot be made.
  init() throws(VoiceError) {
    var base = NSTemporaryDirectory()
    while base.count > 1, base.hasSuffix("/") { base.removeLast() }
    if base.utf8.count > 60 { base = "/tmp" }
    path = "\(base)/hearsay-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    do {
      for folder in [
        "", "/run", "/conf", "/conf-denied", "/conf-pending", "/config", "/state", "/log", "/hearsay.lua.d",
      ] {
        try FileManager.default.createDirectory(
          atPath: path + folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw VoiceError(.audioError, .accessDenied, "The directory \(path) cannot be made: \(error).")
    }
  }

  var socket: String { "\(path)/run/pipewire-0" }
  var daemonConfiguration: String { "\(path)/conf/pipewire.conf" }
  var sessionManagerConfiguration: String { "\(path)/wireplumber.conf" }

  /// Writes what the programs of a server with this configuration read.
  func write(_ configuration: VirtualAudioServer.Configuration) throws(VoiceError) {
    var files = [
      "conf/pipewire.conf": ServerTexts.daemon(configuration),
      "wireplumber.conf": ServerTexts.sessionManager,
      "hearsay.lua.d/10-policy.lua": ServerTexts.policy(configuration),
    ]
    // A client that wants real-time threads asks for its configuration by the second name.
    for name in ["client.conf", "client-rt.conf"] {
      files["conf/\(name)"] = ServerTexts.client(configuration, access: nil)
      files["conf-denied/\(name)"] = ServerTexts.client(configuration, access: "denied")
      files["conf-pending/\(name)"] = ServerTexts.client(configuration, access: "pending")
    }
    do {
      for (name, text) in files { try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8) }
    } catch {
      throw VoiceError(.audioError, .accessDenied, "The configuration in \(path) cannot be written: \(error).")
    }
  }

  /// The variables by which a client finds the server, instead of the user's own.
  func environment(configurationFolder: String = "conf") -> [String: String] {
    [
      "XDG_RUNTIME_DIR": "\(path)/run", "PIPEWIRE_RUNTIME_DIR": "\(path)/run", "PIPEWIRE_REMOTE": "pipewire-0",
      "PIPEWIRE_CONFIG_DIR": "\(path)/\(configurationFolder)", "XDG_CONFIG_HOME": "\(path)/config",
      "XDG_STATE_HOME": "\(path)/state",
    ]
  }

  /// A new file name in the directory.
  func newFile(_ name: String) -> String { "\(path)/log/\(logCount.update { $0 += 1; return $0 })-\(name)" }

  func newLog(of program: String) -> String { newFile("\(program).log") }

  /// Takes away the socket that a killed daemon left.
  func removeSocket() {
    for name in [socket, "\(socket).lock", "\(socket)-manager", "\(socket)-manager.lock"] {
      try? FileManager.default.removeItem(atPath: name)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
