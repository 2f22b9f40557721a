// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore
  internal import Synchronization

  /// What the data thread needs to play: a plain struct on the heap, so that a cycle counts no reference.
  ///
  /// Made before the stream and freed after it was destroyed, by the loop thread.
  struct PlaybackCycle: ~Copyable {
    let renderer: PlaybackRenderer
    /// Whether the buffer is still to be read.
    let isOpen = Atomic<Bool>(true)

    init(renderer: PlaybackRenderer) { self.renderer = renderer }
  }

  // The attributes are underscored in Swift 6.3; they make the compiler prove what a real-time thread needs.

  /// Fills a cycle from the ring, with silence where it has none.
  ///
  /// Called by C on the data thread.
  @_noAllocation @_noLocks
  func playbackCycle(
    _ context: UnsafeMutableRawPointer?, _ samples: UnsafeMutablePointer<Float>, _ frames: UInt32, _ heardAt: UInt64
  ) {
    guard let context = unsafe context else { return }
    let cycle = unsafe context.assumingMemoryBound(to: PlaybackCycle.self)
    let count = Int(truncatingIfNeeded: frames)
    if unsafe cycle.pointee.isOpen.load(ordering: .acquiring) {
      _ = unsafe cycle.pointee.renderer.render(into: samples, count: count, heardAt: heardAt)
      return
    }
    var index = 0
    while index < count {
      unsafe samples[index] = 0
      index &+= 1
    }
  }
#endif
