// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A POSIX thread that runs closures in order, made when there is something to run.
///
/// The thread keeps this object alive while it runs; whoever made it calls `finish()` or `retire()`.
@safe
package final class DedicatedThread: @unchecked Sendable {
  // SAFETY: `jobs`, `thread`, `isFinishing` and `waiters` are touched only with `mutex` held.
  private let name: String
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [@Sendable () -> Void] = []
  private var thread: pthread_t?
  private var isFinishing = false
  private var waiters: [CheckedContinuation<pthread_t?, Never>] = []

  package init(name: String) {
    self.name = String(decoding: Array(name.utf8.prefix(15)), as: UTF8.self)
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe changed = .allocate(capacity: 1)
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Queues `job`, and starts the thread when there is none.
  package func run(_ job: @escaping @Sendable () -> Void) {
    lock()
    jobs.append(job)
    if thread == nil { start() }
    unsafe pthread_cond_signal(changed)
    unlock()
  }

  /// Lets the thread end once it has run what is queued, and does not wait for it.
  package func finish() {
    lock()
    isFinishing = true
    if let thread, waiters.isEmpty { pthread_detach(thread) }
    unsafe pthread_cond_signal(changed)
    unlock()
  }

  /// Lets the thread end once it has run what is queued, and returns when it has.
  package func retire() async {
    let ended: pthread_t? = await withCheckedContinuation { continuation in
      lock()
      guard thread != nil else {
        unlock()
        return continuation.resume(returning: nil)
      }
      isFinishing = true
      waiters.append(continuation)
      unsafe pthread_cond_signal(changed)
      unlock()
    }
    // The thread has nothing left to do but return: joining it takes microseconds.
    if let ended { pthread_join(ended, nil) }
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool {
    lock()
    defer { unlock() }
    return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  private func start() {
    isFinishing = false
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    var created = pthread_t()
    let result = unsafe pthread_create(
      &created, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<DedicatedThread>.fromOpaque(context).takeRetainedValue().main()
        return nil
      }, context)
    // The system has no thread left: nothing can work from here on, and no caller could do anything about it.
    precondition(result == 0, "The system cannot start a thread (errno \(result)).")
    thread = created
  }

  private func main() {
    setName()
    lock()
    while true {
      // A condition may wake up for nothing, hence the loop.
      while jobs.isEmpty && !isFinishing { unsafe pthread_cond_wait(changed, mutex) }
      if jobs.isEmpty { break }
      var batch = jobs
      jobs.removeAll(keepingCapacity: true)
      unlock()
      for job in batch { job() }
      // Before the lock: a job may hold the last reference to somebody whose deinit calls `finish()`.
      batch = []
      lock()
    }
    let ended = thread
    let resumed = waiters
    thread = nil
    waiters = []
    isFinishing = false
    unlock()
    for (index, waiter) in resumed.enumerated() { waiter.resume(returning: index == 0 ? ended : nil) }
  }

  /// Names the thread for `ps` and debuggers; `pthread_setname_np` cannot be imported into Swift.
  private func setName() {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = unsafe write(file, name, name.utf8.count)
    close(file)
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
