// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A value behind a POSIX mutex, reachable only inside a closure.
///
/// `Synchronization.Mutex` would do, but its futex is not seen by the thread sanitizer on Linux, which then reports
/// races that are none; the sanitizer run is a gate here, so the lock must be one that it understands.
///
/// Keep the closure short, and resume, yield or call nothing foreign inside it.
@safe
package final class Locked<Value>: @unchecked Sendable {
  // SAFETY: `value` is touched only between lock and unlock of `mutex`, whose address never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the value, while no other thread does.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
