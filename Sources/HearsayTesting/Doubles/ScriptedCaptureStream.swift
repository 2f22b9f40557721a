// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// An open input of a `ScriptedCaptureSource`.
final class ScriptedCaptureStream: CaptureStream {
  private struct State: Sendable {
    var held: [Float] = []
    var isStopped = false
  }

  private let inlet: CaptureInlet
  private let state = Locked(State())
  private let didClose: @Sendable (ScriptedCaptureStream) -> Void

  init(inlet: CaptureInlet, didClose: @escaping @Sendable (ScriptedCaptureStream) -> Void) {
    self.inlet = inlet
    self.didClose = didClose
  }

  func send(_ samples: [Float], capturedAt moment: MonotonicTime) -> Int {
    // The lock makes this the only writer, and the stop the last word; the reader is woken after unlock.
    let accepted = state.withLock { state in
      state.isStopped ? 0 : inlet.put(samples, capturedAt: moment)
    }
    inlet.signal()
    return accepted
  }

  func hold(_ samples: [Float]) { state.withLock { $0.held += samples } }

  func end(_ end: CaptureEnd) {
    let isRunning = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if isRunning { inlet.end(end) }
  }

  func stop(capturingUntil moment: MonotonicTime?) async {
    state.withLock { state in
      if let moment, !state.isStopped, !state.held.isEmpty { _ = inlet.put(state.held, capturedAt: moment) }
      state.held = []
      state.isStopped = true
    }
    inlet.signal()
    didClose(self)
  }
}
