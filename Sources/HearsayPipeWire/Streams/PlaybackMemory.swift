// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore
  internal import Synchronization

  /// Holds a `PlaybackCycle` and the buffer it reads from.
  ///
  /// Confined to the connection's actor.
  @safe
  final class PlaybackMemory: CycleMemory {
    let cycle: UnsafeMutablePointer<PlaybackCycle>
    private let buffer: PlaybackBuffer

    init(_ buffer: PlaybackBuffer) {
      self.buffer = buffer
      unsafe cycle = .allocate(capacity: 1)
      unsafe cycle.initialize(to: PlaybackCycle(renderer: buffer.renderer))
    }

    deinit {
      unsafe cycle.deinitialize(count: 1)
      unsafe cycle.deallocate()
    }

    // Only called once a cycle has passed.
    var hasCycled: Bool { true }
    func shut() { unsafe cycle.pointee.isOpen.store(false, ordering: .releasing) }
    func signal() { buffer.signal() }
    func fail(_ error: VoiceError) { buffer.fail(error) }
  }
#endif
