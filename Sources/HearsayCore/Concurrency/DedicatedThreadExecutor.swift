// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Runs an actor on a thread of its own, so that a blocking C call never sits on the cooperative pool.
///
/// The thread starts with the first job. `retire()` lets it finish what is queued and waits for its end; a later job
/// starts a new one, so that an actor whose executor was retired still answers. Dropping the executor ends the thread
/// as well, without waiting.
public final class DedicatedThreadExecutor: SerialExecutor {
  private let worker: DedicatedThread

  /// Makes an executor; no thread runs yet.
  ///
  /// - Parameter name: The thread's name, of which the system keeps 15 bytes.
  public init(name: String) { worker = DedicatedThread(name: name) }

  deinit { worker.finish() }

  /// Queues a job, and starts the thread when there is none.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The actor that the job belongs to keeps this executor alive until the job has run.
    let executor = unsafe asUnownedSerialExecutor()
    worker.run { unsafe job.runSynchronously(on: executor) }
  }

  /// Traps unless called on the executor's thread.
  public func checkIsolated() {
    precondition(worker.isCurrent, "The caller is not on the thread of its actor's executor.")
  }

  /// Lets the thread finish what is queued, and returns when it has ended.
  public func retire() async { await worker.retire() }
}
