// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import HearsayCore

/// A block of 320 frames written to a ring and read from it, next to two rings of others and to bare `memcpy` calls.
struct RingScenario: Scenario {
  static let name = "ring"
  private static let frames = 320
  private static let passes = 20_000
  private static let rounds = 101
  private static let capacity = 4096

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    let kinds = PeerRing.Kind.allCases.filter(\.isAvailable)
    var result = try oneThread(kinds)
    result += try await twoThreads(kinds)
    for kind in PeerRing.Kind.allCases where !kind.isAvailable { result.append(.unavailable(kind.rawValue)) }
    return result
  }

  // MARK: - One thread

  private func oneThread(_ kinds: [PeerRing.Kind]) throws -> [Measurement] {
    let rings = kinds.map { PeerRing($0, capacity: Self.capacity) }
    defer { for ring in rings { ring.destroy() } }
    let storage = unsafe Self.pages(Self.capacity)
    let source = unsafe Self.pages(Self.frames)
    let target = unsafe Self.pages(Self.frames)
    defer {
      unsafe storage.deallocate()
      unsafe source.deallocate()
      unsafe target.deallocate()
    }
    for index in 0..<Self.frames { unsafe source[index] = Float(index) + 1 }
    var nanoseconds = [[Double]](repeating: [], count: rings.count + 1)
    var plain = unsafe plain_ring(storage: storage.baseAddress, mask: Self.capacity - 1, position: 0)
    for round in 0...Self.rounds {
      // Each of them is the first in its turn.
      for index in (0...rings.count).map({ ($0 + round) % (rings.count + 1) }) {
        let start = ProcessorUse.threadSeconds
        if index < rings.count {
          unsafe Self.pass(through: rings[index], from: source, to: target)
        } else {
          for _ in 0..<Self.passes {
            unsafe plain_ring_pass(&plain, source.baseAddress, target.baseAddress, Self.frames)
          }
        }
        let end = ProcessorUse.threadSeconds
        guard unsafe target.elementsEqual(source) else { throw BenchmarkFailure("A ring lost samples.") }
        unsafe target.update(repeating: 0)
        if round == 0 { continue }
        nanoseconds[index].append((end - start) * 1e9 / Double(Self.passes * Self.frames))
      }
    }
    let names = kinds.map(\.rawValue) + ["memcpy in and out"]
    let times = zip(names, nanoseconds).map { Measurement("\($0), one thread", unit: "ns/frame", $1) }
    return times + Self.ratios(names, nanoseconds, "one thread")
  }

  private static func pass(
    through ring: PeerRing, from source: UnsafeMutableBufferPointer<Float>, to target: UnsafeMutableBufferPointer<Float>
  ) {
    guard let source = source.baseAddress, let target = target.baseAddress else { return }
    for _ in 0..<passes {
      _ = unsafe ring.write(source, count: frames)
      _ = unsafe ring.read(into: target, count: frames)
    }
  }

  /// Zeros at the start of a page, as the audio server's own buffers are.
  private static func pages(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 4096)
    return unsafe memory.initializeMemory(as: Float.self, repeating: 0)
  }

  private static func ratios(_ names: [String], _ values: [[Double]], _ threads: String) -> [Measurement] {
    zip(names, values).dropFirst().map { .ratio("\(names[0]) to \($0), \(threads)", values[0], to: $1) }
  }

  // MARK: - Two threads

  /// Wall time for a frame, while one thread writes and another one reads as fast as they can.
  private func twoThreads(_ kinds: [PeerRing.Kind]) async throws -> [Measurement] {
    var values = [[Double]](repeating: [], count: kinds.count)
    for round in 0...7 {
      for (index, kind) in kinds.enumerated() {
        let time = try await Self.race(kind)
        if round > 0 { values[index].append(time) }
      }
    }
    let times = zip(kinds, values).map { Measurement("\($0.rawValue), two threads", unit: "ns/frame", $1) }
    return times + Self.ratios(kinds.map(\.rawValue), values, "two threads")
  }

  private static func race(_ kind: PeerRing.Kind) async throws -> Double {
    let ring = PeerRing(kind, capacity: capacity)
    defer { ring.destroy() }
    let total = passes * frames
    let writer = DedicatedThread(name: "bench-writer")
    let reader = DedicatedThread(name: "bench-reader")
    let start = ContinuousClock.now
    async let written: Void = writer.result {
      let source = (0..<frames).map { Float($0) }
      var sent = 0
      while sent < total {
        sent += unsafe source.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return total }
          return unsafe ring.write(base + sent % frames, count: frames - sent % frames)
        }
      }
    }
    async let sum: Double = reader.result {
      var target = [Float](repeating: 0, count: frames)
      var received = 0
      var sum = 0.0
      while received < total {
        let count = unsafe ring.read(into: &target, count: frames)
        for index in 0..<count { sum += Double(target[index]) }
        received += count
      }
      return sum
    }
    _ = await written
    let expected = Double(frames * (frames - 1) / 2) * Double(passes)
    guard await sum == expected else { throw BenchmarkFailure("\(kind.rawValue) lost or changed samples.") }
    let seconds = (ContinuousClock.now - start).inSeconds
    await writer.retire()
    await reader.retire()
    return seconds * 1e9 / Double(total)
  }
}
