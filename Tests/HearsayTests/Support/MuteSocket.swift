// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A Unix socket that accepts connections and never says a word, as a server that hangs.
final class MuteSocket: Sendable {
  let path: String
  private let descriptor: Int32

  init() throws {
    path = NSTemporaryDirectory() + "mute-\(UUID().uuidString.prefix(8))"
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    // The backlog takes the connections; nobody ever accepts them by name or answers.
    guard bound == 0, listen(descriptor, 64) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
