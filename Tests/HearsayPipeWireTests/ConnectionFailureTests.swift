// SPDX-License-Identifier: Apache-2.0

import Glibc
import HearsayCore
import Testing

@testable import HearsayPipeWire

@Suite("SocketPath and ConnectionFailure")
struct ConnectionFailureTests {
  @Test("the socket tried is the one that libpipewire tries")
  func path() {
    func path(_ remote: String?, _ variables: [String: String]) -> String {
      SocketPath.path(remote: remote) { variables[$0] }
    }
    #expect(path("/a/b", ["PIPEWIRE_REMOTE": "c", "XDG_RUNTIME_DIR": "/run/user/1"]) == "/a/b")
    #expect(path(nil, ["XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/pipewire-0")
    #expect(path(nil, ["XDG_RUNTIME_DIR": "/x", "PIPEWIRE_RUNTIME_DIR": "/y"]) == "/y/pipewire-0")
    #expect(path(nil, ["PIPEWIRE_REMOTE": "/a/b"]) == "/a/b")
    #expect(path(nil, ["PIPEWIRE_REMOTE": "pw-1", "PIPEWIRE_RUNTIME_DIR": "/y"]) == "/y/pw-1")
    #expect(path(nil, [:]) == "/run/pipewire/pipewire-0")
  }

  @Test("a socket that may not be used is told apart from one that is not there")
  func trouble() {
    #expect(SocketPath.trouble(forErrno: EACCES) == .notPermitted)
    #expect(SocketPath.trouble(forErrno: EPERM) == .notPermitted)
    #expect(SocketPath.trouble(forErrno: ENOENT) == .missing)
    #expect(SocketPath.trouble(at: "/nonexistent/pipewire-0") == .missing)
    let denied = SocketPath.error(for: .notPermitted, path: "/a/b", errno: EHOSTDOWN)
    #expect(denied.code == .permissionDenied)
    #expect(denied.message.contains("/a/b"))
    #expect(SocketPath.error(for: .missing, path: "/a/b", errno: EHOSTDOWN).code == .audioError)
  }

  @Test("errors of the connection are told apart, others are none of its business")
  func reported() {
    #expect(ConnectionFailure.reported(-EPIPE, "connection error", path: "/a")?.code == .interrupted)
    let denied = ConnectionFailure.reported(-EACCES, "rejected", path: "/a")
    #expect(denied?.code == .permissionDenied)
    #expect(denied?.underlying?.text == "rejected")
    #expect(ConnectionFailure.reported(-EPERM, "", path: "/a")?.code == .permissionDenied)
    #expect(ConnectionFailure.reported(-ENOENT, "unknown resource", path: "/a") == nil)
  }

  @Test("alarms go off in the order of their times, and not when taken back")
  func alarms() {
    var alarms = AlarmQueue()
    let fired = Locked<[Int]>([])
    func time(_ nanoseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }
    _ = alarms.add(at: time(30)) { fired.withLock { $0.append(30) } }
    let token = alarms.add(at: time(10)) { fired.withLock { $0.append(10) } }
    _ = alarms.add(at: time(20)) { fired.withLock { $0.append(20) } }
    _ = alarms.add(at: time(20)) { fired.withLock { $0.append(21) } }
    #expect(alarms.next == time(10))
    alarms.remove(token)
    for closure in alarms.takeDue(at: time(20)) { closure() }
    #expect(fired.withLock { $0 } == [20, 21])
    #expect(alarms.next == time(30))
  }
}
