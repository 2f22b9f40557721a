// SPDX-License-Identifier: Apache-2.0

/// Random numbers that can be had again: the same seed gives the same numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable, CustomStringConvertible {
  /// The number that this generator began with; print it, so that a failure can be repeated.
  public let seed: UInt64
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter seed: Where to begin; any number of the system's unless said.
  public init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seed in words, for a failure's message.
  public var description: String { "SeededGenerator(seed: \(seed))" }
}
