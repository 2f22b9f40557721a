// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  internal import HearsayCore

  /// The one way to eSpeak NG in a process: a thread on which all calls run in order.
  ///
  /// The thread is shared by all synthesizers and counted. A gate that nobody holds any more has no job left, so the
  /// one that replaces it later cannot overlap with it: two threads never call the library at once.
  final class EspeakGate: Sendable {
    private struct Holders {
      var gate: EspeakGate?
      var count = 0
    }

    private static let holders = Locked(Holders())

    private let thread = DedicatedThread(name: "hearsay-espeak")

    /// Counts one holder more, who calls `release()` later.
    @discardableResult
    static func acquire() -> EspeakGate {
      holders.withLock { holders in
        let gate = holders.gate ?? EspeakGate()
        holders.gate = gate
        holders.count += 1
        return gate
      }
    }

    /// Counts one holder less.
    ///
    /// - Returns: The gate when that was the last holder, who ends its thread.
    static func release() -> EspeakGate? {
      holders.withLock { holders in
        holders.count -= 1
        guard holders.count == 0 else { return nil }
        defer { holders.gate = nil }
        return holders.gate
      }
    }

    /// Runs `body` on the thread, after what was asked for before.
    func run<Success: Sendable>(
      _ body: @escaping @Sendable () throws(VoiceError) -> Success
    ) async -> Result<Success, VoiceError> {
      await withCheckedContinuation { continuation in
        thread.run { continuation.resume(returning: Result(catching: body)) }
      }
    }

    /// Lets the thread end, and does not wait.
    func finish() { thread.finish() }

    /// Lets the thread end, and waits for it.
    func retire() async { await thread.retire() }
  }
#endif
