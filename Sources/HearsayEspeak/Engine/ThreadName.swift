// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Names the current thread while a library starts threads of its own, which inherit the name.
///
/// eSpeak NG keeps a thread for as long as the process lives; under its own name it is not taken for one of ours.
enum ThreadName {
  static func with<Result>(_ name: String, _ body: () -> Result) -> Result {
    var earlier: [UInt8] = Array(repeating: 0, count: 16)
    let file = unsafe open("/proc/thread-self/comm", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return body() }
    defer { close(file) }
    let length = unsafe read(file, &earlier, 15)
    _ = unsafe write(file, name, min(name.utf8.count, 15))
    defer { if length > 0 { _ = unsafe write(file, earlier, length) } }
    return body()
  }
}
