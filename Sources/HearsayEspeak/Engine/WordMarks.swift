// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Turns the positions that eSpeak NG reports into marks that lie in the text and never go back.
struct WordMarks {
  private let scalarCount: Int
  private var lastOffset = 0
  private var lastSample = 0

  init(scalarCount: Int) { self.scalarCount = scalarCount }

  /// Makes the mark of a word.
  ///
  /// - Parameters:
  ///   - position: Where the word begins, counted in scalars from one.
  ///   - length: How long it is, in scalars.
  ///   - sample: The sample at which it begins.
  /// - Returns: The mark, inside the text and not before an earlier one.
  mutating func mark(position: Int, length: Int, sample: Int) -> SynthesisBlock.WordMark {
    lastOffset = min(max(position - 1, lastOffset), scalarCount)
    lastSample = max(sample, lastSample)
    return SynthesisBlock.WordMark(
      scalarOffset: lastOffset, scalarCount: min(max(length, 0), scalarCount - lastOffset), sample: lastSample)
  }
}
