// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import HearsayCore

/// A block of 320 frames written to a ring and read from it, next to two bare `memcpy` calls.
struct RingScenario: Scenario {
  static let name = "ring"
  private static let frames = 320
  private static let passes = 20_000
  private static let rounds = 31

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    let capacity = 4096
    let ring = SampleRing(capacity: capacity)
    var storage = [Float](repeating: 0, count: capacity)
    let source = (0..<Self.frames).map { Float($0) + 1 }
    var target = [Float](repeating: 0, count: Self.frames)
    var ours: [Double] = []
    var plain: [Double] = []

    unsafe storage.withUnsafeMutableBufferPointer { storage in
      var baseline = unsafe plain_ring(storage: storage.baseAddress, mask: capacity - 1, position: 0)
      for _ in 0...Self.rounds {
        unsafe ours.append(Self.time(source, &target) { unsafe Self.pass($0, $1, through: ring) })
        unsafe plain.append(Self.time(source, &target) { unsafe plain_ring_pass(&baseline, $0, $1, Self.frames) })
      }
    }

    guard target == source, ring.droppedCount == 0 else { throw BenchmarkFailure("The ring lost samples.") }
    let measured = Measurement("ring write and read", unit: "ns/frame", Array(ours.dropFirst()))
    let baseline = Measurement("memcpy in and out", unit: "ns/frame", Array(plain.dropFirst()))
    return [measured, baseline, .ratio("ring to memcpy", measured, to: baseline)]
  }

  private static func pass(
    _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, through ring: SampleRing
  ) {
    _ = unsafe ring.producer.write(source, count: frames)
    _ = unsafe ring.consumer.read(into: target, count: frames)
  }

  /// Nanoseconds of this thread's processor time for a frame: other work on the machine does not count.
  private static func time(
    _ source: [Float], _ target: inout [Float], _ pass: (UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) -> Double {
    let start = ProcessorUse.threadSeconds
    for _ in 0..<passes { unsafe pass(source, &target) }
    return (ProcessorUse.threadSeconds - start) * 1e9 / Double(passes * frames)
  }
}
