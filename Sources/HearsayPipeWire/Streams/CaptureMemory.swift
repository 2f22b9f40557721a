// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore
  internal import Synchronization

  /// Holds a `CaptureCycle` and the inlet it writes into.
  ///
  /// Confined to the connection's actor.
  @safe
  final class CaptureMemory: CycleMemory {
    let cycle: UnsafeMutablePointer<CaptureCycle>
    private let inlet: CaptureInlet

    init(_ inlet: CaptureInlet) {
      self.inlet = inlet
      unsafe cycle = .allocate(capacity: 1)
      unsafe cycle.initialize(
        to: CaptureCycle(inlet: inlet))
    }

    deinit {
      unsafe cycle.deinitialize(count: 1)
      unsafe cycle.deallocate()
    }

    /// Up to when was captured.
    var capturedUntil: MonotonicTime {
      unsafe MonotonicTime(nanoseconds: cycle.pointee.capturedUntil.load(ordering: .acquiring))
    }

    /// How long a cycle lasts.
    var quantum: Duration {
      unsafe inlet.format.duration(ofFrames: cycle.pointee.lastCount.load(ordering: .relaxed))
    }

    var hasCycled: Bool { unsafe cycle.pointee.hasFrames.load(ordering: .relaxed) }
    func shut() { unsafe cycle.pointee.isOpen.store(false, ordering: .releasing) }
    func signal() { inlet.signal() }
    func fail(_ error: VoiceError) { inlet.end(.failed(error)) }
  }
#endif
