// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// An open model file, known to be a regular file.
struct ModelFile: ~Copyable {
  let path: String
  /// Its length in bytes.
  let size: Int
  private let descriptor: Int32

  /// Opens the file, and waits for nobody: a pipe at its place is refused like a folder.
  init(_ path: String) throws(VoiceError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .modelUnreadable(path, errno: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .modelDamaged(path, "it is not a regular file")
    }
    guard status.st_size > 0 else {
      close(descriptor)
      throw .modelDamaged(path, "it is empty")
    }
    self.path = path
    size = Int(status.st_size)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Whether there is anything at `path`.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Throws unless `path` is a folder.
  static func checkFolder(_ path: String) throws(VoiceError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .modelUnreadable(path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .modelDamaged(path, "it is not a folder") }
  }

  /// The bytes of the file, or of a part of it; those beyond its end are left out.
  func bytes(from offset: Int = 0, count: Int = .max) throws(VoiceError) -> [UInt8] {
    let wanted = min(count, max(0, size - offset))
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let count = unsafe pread(descriptor, rest.baseAddress, wanted - filled, off_t(offset + filled))
        if count < 0 && errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { break }
        filled += count
      }
    }
    guard failure == 0 else { throw .modelUnreadable(path, errno: failure) }
    guard bytes.count == wanted else { throw .modelDamaged(path, "it became shorter while it was read") }
    return bytes
  }
}
