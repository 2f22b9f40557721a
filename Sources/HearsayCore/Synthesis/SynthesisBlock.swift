// SPDX-License-Identifier: Apache-2.0

/// A run of rendered mono samples and the marks that fall into it or beside it.
public struct SynthesisBlock: Sendable, Hashable {
  /// A place in the piece's text and the sample at which it is said.
  public struct WordMark: Sendable, Hashable {
    /// Where the word begins in the piece's text, in Unicode scalars.
    public var scalarOffset: Int
    /// How long the word is, in Unicode scalars.
    public var scalarCount: Int
    /// The sample at which it begins, counted from the piece's first sample.
    public var sample: Int

    /// Makes a mark.
    ///
    /// - Parameters:
    ///   - scalarOffset: Where the word begins, in Unicode scalars.
    ///   - scalarCount: How long it is, in Unicode scalars.
    ///   - sample: The sample at which it begins.
    public init(scalarOffset: Int, scalarCount: Int, sample: Int) {
      self.scalarOffset = scalarOffset
      self.scalarCount = scalarCount
      self.sample = sample
    }
  }

  /// Mono samples in −1…1; may be empty when there are only marks.
  public var samples: [Float]
  /// The rate, in Hz: the voice's own, the same for all blocks of a piece.
  public var sampleRate: Int
  /// The words that the engine has placed so far and not reported before.
  public var words: [WordMark]

  /// Makes a block.
  ///
  /// - Parameters:
  ///   - samples: Mono samples in −1…1.
  ///   - sampleRate: The rate, in Hz.
  ///   - words: The words placed.
  public init(samples: [Float], sampleRate: Int, words: [WordMark] = []) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.words = words
  }
}
