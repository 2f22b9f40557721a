// SPDX-License-Identifier: Apache-2.0

import Hearsay

/// A stretch of sound without the silence around it, as its energy in steps of ten milliseconds.
struct Envelope {
  private let samples: [Float]
  private let sampleRate: Int

  /// How long it lasts.
  var seconds: Double { Double(samples.count) / Double(sampleRate) }

  /// What a voice engine made of a text.
  init(_ blocks: [SynthesisBlock]) {
    self.init(blocks.flatMap(\.samples)[...], sampleRate: blocks.first { !$0.samples.isEmpty }?.sampleRate ?? 22_050)
  }

  /// The stretches of a recording between silences of at least that length.
  static func parts(of samples: [Float], sampleRate: Int, silence: Duration) -> [Envelope] {
    let gap = Int(Double(sampleRate) * (silence / .seconds(1)))
    var parts: [Envelope] = []
    var first: Int?
    var last = 0
    for (index, sample) in samples.enumerated() where isLoud(sample) {
      if let start = first, index - last > gap {
        parts.append(Envelope(samples[start...last], sampleRate: sampleRate))
        first = index
      }
      first = first ?? index
      last = index
    }
    if let first { parts.append(Envelope(samples[first...last], sampleRate: sampleRate)) }
    return parts
  }

  private init(_ samples: ArraySlice<Float>, sampleRate: Int) {
    let first = samples.firstIndex(where: Self.isLoud) ?? samples.startIndex
    let last = samples.lastIndex(where: Self.isLoud) ?? first
    self.samples = samples.isEmpty ? [] : Array(samples[first...last])
    self.sampleRate = sampleRate
  }

  /// The best correlation of the two envelopes within an offset of five milliseconds.
  func likeness(to other: Envelope) -> Double {
    stride(from: -0.005, through: 0.005, by: 0.0005).map { offset in
      let ours = steps(from: offset)
      let others = other.steps(from: 0)
      return Self.correlation(ours, others)
    }.max() ?? 0
  }

  private func steps(from offset: Double) -> [Double] {
    (0..<Int(seconds * 100) + 1).map { index in
      let start = Int((offset + Double(index) * 0.01) * Double(sampleRate))
      let end = Int((offset + Double(index + 1) * 0.01) * Double(sampleRate))
      let (lower, upper) = (max(0, start), min(end, samples.count))
      guard lower < upper else { return 0 }
      return samples[lower..<upper].reduce(0.0) { $0 + Double($1 * $1) } / Double(end - start)
    }
  }

  private static func correlation(_ left: [Double], _ right: [Double]) -> Double {
    let count = min(left.count, right.count)
    guard count > 1 else { return 0 }
    let leftMean = left.prefix(count).reduce(0, +) / Double(count)
    let rightMean = right.prefix(count).reduce(0, +) / Double(count)
    var product = 0.0
    var leftPower = 0.0
    var rightPower = 0.0
    for index in 0..<count {
      let (x, y) = (left[index] - leftMean, right[index] - rightMean)
      product += x * y
      leftPower += x * x
      rightPower += y * y
    }
    return product / max(1e-12, (leftPower * rightPower).squareRoot())
  }

  private static func isLoud(_ sample: Float) -> Bool { abs(sample) > 0.004 }
}
