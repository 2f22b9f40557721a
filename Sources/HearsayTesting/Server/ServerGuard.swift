// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// Cleans up after a test process that crashed: a shell that waits for the end of its input.
///
/// Its input is a pipe from this process, which the system closes however the process ends. Then the shell kills what
/// still runs with the server's directory in its environment, and removes the directory.
final class ServerGuard: Sendable {
  private static let script = """
    while read -r _; do :; done
    for file in $(grep -lsF -- "$1/run" /proc/[0-9]*/environ); do
      process=${file#/proc/}
      kill -KILL "${process%/environ}"
    done
    rm -rf -- "$1"
    """

  private let shell: ChildProcess
  private let lifeline: FileHandle

  init(_ directory: ServerDirectory) throws(VoiceError) {
    // Both ends are closed on exec, so that no other child keeps the pipe open.
    let pipe = Pipe()
    lifeline = pipe.fileHandleForWriting
    shell = try ChildProcess(
      .shell, ["-c", Self.script, "hearsay-guard", directory.path], environment: ["PATH": "/usr/bin:/bin"],
      log: directory.newLog(of: "guard"), input: pipe)
    try? pipe.fileHandleForReading.close()
  }

  deinit { try? lifeline.close() }

  /// Lets the shell do its work now, and returns when it has ended.
  func dismiss() async {
    try? lifeline.close()
    await Task { _ = try? await shell.exitStatus(within: .seconds(10)) }.value
  }
}
