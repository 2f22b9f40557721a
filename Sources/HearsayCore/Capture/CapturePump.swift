// SPDX-License-Identifier: Apache-2.0

/// Takes frames out of an inlet as chunks with their place in the session, and says where frames are missing.
///
/// Owned by the task that runs the session, the inlet's one reader.
struct CapturePump {
  /// What comes out of the ring, in order.
  enum Item: Sendable, Equatable {
    case chunk(AudioChunk)
    /// So many frames are missing at that place.
    case gap(frames: Int, at: Duration)
  }

  private let inlet: CaptureInlet
  private let chunkFrames: Int
  private var nextIndex = 0
  private var reportedDrops: UInt64 = 0

  /// - Parameters:
  ///   - inlet: Where frames come from.
  ///   - chunkFrames: How many frames a chunk has at most.
  init(inlet: CaptureInlet, chunkFrames: Int) {
    self.inlet = inlet
    self.chunkFrames = max(1, chunkFrames)
  }

  /// The next chunk or gap; `nil` when the ring is empty.
  mutating func next() -> Item? {
    let consumer = inlet.ring.consumer
    let position = consumer.position()
    if let gap = consumer.takeGap(upTo: position) { return account(for: gap.length) }
    var wanted = min(chunkFrames, inlet.ring.count)
    if let gap = consumer.nextGap() { wanted = min(wanted, Int(truncatingIfNeeded: gap.index &- position)) }
    guard wanted > 0 else { return nil }
    let captured = consumer.captureTime(of: position, sampleRate: inlet.format.sampleRate) ?? .now
    let samples = unsafe [Float](unsafeUninitializedCapacity: wanted) { buffer, count in
      count = unsafe buffer.baseAddress.map { unsafe consumer.read(into: $0, count: wanted) } ?? 0
    }
    inlet.madeRoom()
    defer { nextIndex += samples.count }
    inlet.trace.record(
      .taken, of: inlet.traceSubject, position: UInt64(nextIndex + samples.count),
      value: position &+ UInt64(samples.count))
    return .chunk(
      AudioChunk(
        samples: samples, sampleIndex: nextIndex, sampleRate: inlet.format.sampleRate, capturedAt: captured))
  }

  /// Once the input has ended and the ring is empty: the frames that were refused after the last accepted one.
  mutating func trailingGap() -> Item? {
    let rest = inlet.ring.droppedCount &- reportedDrops
    return rest == 0 ? nil : account(for: rest)
  }

  private mutating func account(for length: UInt64) -> Item {
    let frames = Int(truncatingIfNeeded: length)
    reportedDrops &+= length
    inlet.trace.record(.dropped, of: inlet.traceSubject, position: UInt64(nextIndex + frames), value: length)
    defer { nextIndex += frames }
    return .gap(frames: frames, at: inlet.format.duration(ofFrames: nextIndex))
  }
}
