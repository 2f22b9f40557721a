// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where the environment says that the audio server's socket is.
enum AudioSocket {
  /// The path that PipeWire's library would try first.
  static var path: String {
    path { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
  }

  /// The path for an environment, out of which PipeWire's own variables count before the desktop's.
  static func path(environment: (String) -> String?) -> String {
    func given(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let remote = given("PIPEWIRE_REMOTE") ?? "pipewire-0"
    if remote.hasPrefix("/") { return remote }
    return "\(given("PIPEWIRE_RUNTIME_DIR") ?? given("XDG_RUNTIME_DIR") ?? "/run/pipewire")/\(remote)"
  }
}
