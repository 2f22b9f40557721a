// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HearsayCore

/// Cleans up after a test process that crashed: a shell that waits for the end of its input.
///
/// Its input is a socket of this process, which the system closes however the process ends. Then the shell kills what
/// still runs with the server's directory in its environment, and removes the directory. It is a process group of
/// its own, so that the key that ends a test run does not end the guard before its work.
final class ServerGuard: Sendable {
  /// A line says that this process has ended its children itself.
  ///
  /// Without one it crashed, and the guard looks three times: a child that was just being started has its environment
  /// a moment later.
  private static let script = """
    trap '' HUP INT TERM
    rounds='1 2 3'
    while read -r _; do rounds=1; done
    for round in $rounds; do
      [ "$round" = 1 ] || sleep 0.1
      for file in $(grep -lsF -- "$1/run" /proc/[0-9]*/environ); do
        process=${file#/proc/}
        kill -KILL "${process%/environ}"
      done
    done
    rm -rf -- "$1"
    """

  private let shell: ChildProcess
  private let lifeline: Locked<Int32?>

  init(_ directory: ServerDirectory) throws(VoiceError) {
    // Closed on exec from its first moment, which no pipe that Swift can make is: any child of this process that is
    // started by then would keep it open.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw VoiceError(
        .audioError, .unspecified, "The system has no socket left for the virtual audio server; close some files.")
    }
    lifeline = Locked(ends[1])
    defer { close(ends[0]) }
    do {
      shell = try ChildProcess(
        .shell, ["-c", Self.script, "hearsay-guard", directory.path], environment: ["PATH": "/usr/bin:/bin"],
        log: directory.newLog(of: "guard"), input: ends[0], isDetached: true)
    } catch {
      close(ends[1])
      throw error
    }
  }

  deinit { release(with: "") }

  /// Lets the shell do its work now, and returns when it has ended.
  func dismiss() async {
    release(with: "dismissed\n")
    await Task { _ = try? await shell.exitStatus(within: .seconds(30)) }.value
  }

  private func release(with word: String) {
    let end = lifeline.withLock { end in
      defer { end = nil }
      return end
    }
    guard let end else { return }
    _ = unsafe send(end, word, word.utf8.count, Int32(MSG_NOSIGNAL))
    close(end)
  }
}
