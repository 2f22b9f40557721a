// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge
  internal import Glibc
  internal import HearsayCore

  // PipeWire's objects belong to one thread. Here that thread is the executor of the actor that owns them, so that the
  // compiler checks what a lock would only promise: code of the actor and callbacks of the library run on the same
  // thread, one after the other.

  /// Runs an actor on the thread of a PipeWire loop, with alarms.
  ///
  /// The thread starts with the first job and ends with `retire()` or once `quit()` was called. A job that comes later
  /// has a thread that ends with it.
  @safe
  final class PipeWireLoop: SerialExecutor, @unchecked Sendable {
    // SAFETY: `queue`, `isRunning` and `isQuitting` are behind `state`; `alarms` is touched on the loop thread only;
    // `native` is set in the initializer, and freed in `deinit`, when the loop no longer runs.

    /// Something to run on the thread.
    private enum Work {
      case job(UnownedJob)
      case closure(@Sendable () -> Void)
    }

    private struct State {
      var queue: [Work] = []
      var isRunning = false
      var isQuitting = false
      /// How many calls of `retire()` wait for the thread: they end it, and join it.
      var retiring = 0
    }

    /// The loop of the C bridge; `nil` when the system gave no descriptor for it.
    let native: OpaquePointer?

    private let thread = DedicatedThread(name: "hearsay-pw")
    private let state = Locked(State())
    private var alarms = AlarmQueue()

    /// What C is given.
    ///
    /// The loop outlives its callbacks, so that C holds no reference.
    private let context: UnsafeMutablePointer<Unmanaged<PipeWireLoop>>

    init() {
      unsafe context = .allocate(capacity: 1)
      unsafe native = hearsay_pw_loop_create(
        { context in unsafe PipeWireLoop.behind(context)?.runQueue() },
        { context in unsafe PipeWireLoop.behind(context)?.runAlarms() }, context)
      unsafe context.initialize(to: .passUnretained(self))
    }

    deinit {
      thread.finish()
      if let native = unsafe native { unsafe hearsay_pw_loop_destroy(native) }
      unsafe context.deallocate()
    }

    func enqueue(_ job: consuming ExecutorJob) { submit(.job(UnownedJob(job))) }

    /// Runs `closure` on the loop thread, after what was queued before.
    func post(_ closure: @escaping @Sendable () -> Void) { submit(.closure(closure)) }

    func checkIsolated() {
      precondition(thread.isCurrent, "The caller is not on the PipeWire loop's thread.")
    }

    /// Runs `closure` on the loop thread once `delay` has passed.
    ///
    /// Only on the loop thread.
    ///
    /// - Returns: What takes it back.
    func schedule(after delay: Duration, _ closure: @escaping @Sendable () -> Void) -> AlarmQueue.Token {
      let token = alarms.add(at: MonotonicTime.now + delay, closure)
      setAlarm()
      return token
    }

    /// Takes an alarm back.
    ///
    /// Only on the loop thread.
    func cancel(_ token: AlarmQueue.Token) {
      alarms.remove(token)
      setAlarm()
    }

    /// Lets the thread end once everything queued has run, and returns when it has.
    func retire() async {
      state.withLock { $0.retiring += 1 }
      quit()
      await thread.retire()
      state.withLock { $0.retiring -= 1 }
      // A job that came meanwhile may have made a thread that saw the call and left its end to it.
      thread.finish()
    }

    /// Lets the thread end once everything queued has run, and does not wait for it.
    func quit() {
      let mustWake = state.withLock { state in
        state.isQuitting = true
        return state.isRunning
      }
      if mustWake { wake() }
    }

    // MARK: - The thread

    private static func behind(_ context: UnsafeMutableRawPointer?) -> PipeWireLoop? {
      guard let context = unsafe context else { return nil }
      return unsafe context.assumingMemoryBound(to: Unmanaged<PipeWireLoop>.self).pointee.takeUnretainedValue()
    }

    private func submit(_ work: Work) {
      let mustStart = state.withLock { state in
        state.queue.append(work)
        let mustStart = !state.isRunning
        state.isRunning = true
        return mustStart
      }
      // The closure keeps this object while the thread may use it.
      if mustStart { thread.run { self.main() } }
      wake()
    }

    private func wake() {
      if let native = unsafe native { unsafe hearsay_pw_loop_wake(native) }
    }

    private func main() {
      while true {
        if let native = unsafe native { unsafe hearsay_pw_loop_run(native) } else { runQueue() }
        // Work that came between the loop's last look and this one starts it again.
        let (isDone, isLast) = state.withLock { state in
          if state.queue.isEmpty { state.isRunning = false }
          return (!state.isRunning, state.isQuitting && state.retiring == 0)
        }
        if isDone {
          if isLast { thread.finish() }
          return
        }
        wake()
      }
    }

    private func runQueue() {
      while true {
        let (work, isQuitting) = state.withLock { state in
          defer { state.queue = [] }
          return (state.queue, state.isQuitting)
        }
        if work.isEmpty {
          if isQuitting, let native = unsafe native { unsafe hearsay_pw_loop_quit(native) }
          return
        }
        for item in work {
          switch item {
          case .job(let job):
            let executor = unsafe asUnownedSerialExecutor()
            unsafe job.runSynchronously(on: executor)
          case .closure(let closure): closure()
          }
        }
      }
    }

    private func runAlarms() {
      for closure in alarms.takeDue(at: .now) { closure() }
      setAlarm()
    }

    private func setAlarm() {
      guard let native = unsafe native else { return }
      guard let next = alarms.next else { return unsafe hearsay_pw_loop_set_alarm(native, 0) }
      let delay = max(1, (next - .now).nanosecondsClamped)
      unsafe hearsay_pw_loop_set_alarm(native, UInt64(delay))
    }
  }
#endif
