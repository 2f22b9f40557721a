// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  import Foundation
  import HearsayCore
  import Testing

  @testable import HearsayFiles

  @Suite("Resampler")
  struct ResamplerTests {
    @Test(
      "the length follows the ratio of the rates",
      arguments: [(48_000, 160_000), (44_100, 174_150), (8_000, 960_000)])
    func length(rate: Int, expected: Int) throws {
      let output = try convert(sine(1_000, at: rate, count: 480_000), from: rate, inBlocksOf: 4_800)
      #expect(abs(output.count - expected) <= 1)
    }

    @Test("the sizes of the blocks make no difference", arguments: [1, 100, 480, 1_024, 0])
    func blocks(size: Int) throws {
      let input = sine(440, at: 44_100, count: 20_000)
      let whole = try convert(input, from: 44_100, inBlocksOf: input.count)
      let parts = try convert(input, from: 44_100, inBlocksOf: size)

      #expect(whole.count == parts.count)
      #expect(zip(whole, parts).allSatisfy { abs($0 - $1) <= 1 / 32_768 })
    }

    @Test("a tone above the new band is gone, and one within keeps its level")
    func filter() throws {
      let above = try convert(sine(12_000, at: 48_000, count: 96_000), from: 48_000, inBlocksOf: 960)
      let within = try convert(sine(1_000, at: 48_000, count: 96_000), from: 48_000, inBlocksOf: 960)

      #expect(decibels(above.dropFirst(1_000).dropLast(1_000)) < -40)
      #expect(abs(decibels(within.dropFirst(1_000).dropLast(1_000))) < 0.5)
    }

    @Test("the last samples come out")
    func tail() throws {
      var input = [Float](repeating: 0, count: 48_000)
      for index in 47_900..<48_000 { input[index] = 0.5 }
      let output = try convert(input, from: 48_000, inBlocksOf: 960)

      #expect(abs(output.count - 16_000) <= 1)
      #expect(output.suffix(20).contains { $0 > 0.4 })
    }

    @Test("equal rates change nothing")
    func same() throws {
      let input = sine(440, at: 16_000, count: 1_000)
      #expect(try convert(input, from: 16_000, inBlocksOf: 100) == input)
    }

    @Test("nothing in gives nothing out")
    func empty() throws {
      #expect(try convert([], from: 48_000, inBlocksOf: 100).isEmpty)
    }

    /// Converts to 16 kHz; blocks of zero stand for sizes that vary.
    private func convert(_ input: [Float], from rate: Int, inBlocksOf size: Int) throws -> [Float] {
      let resampler = try Resampler(from: rate, to: 16_000)
      var generator = RandomSizes()
      var output: [Float] = []
      var rest = input[...]
      while !rest.isEmpty {
        let count = size > 0 ? size : generator.next()
        output += resampler.process(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      return output + resampler.flush()
    }

    private func sine(_ frequency: Double, at rate: Int, count: Int) -> [Float] {
      (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    }

    /// The level beside that of a full-scale sine.
    private func decibels(_ samples: some Collection<Float>) -> Float {
      20 * log10(max(AudioLevel(of: samples).rms * Float(2).squareRoot(), 1e-9))
    }

    /// The same sizes in every run.
    private struct RandomSizes {
      private var state: UInt64 = 88_172_645_463_325_252

      mutating func next() -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % 2_000) + 1
      }
    }
  }
#endif
