// SPDX-License-Identifier: Apache-2.0

/// Where the parts of a binary language model lie, worked out from its counts.
struct TrieLayout {
  /// Where the records of the single words begin, of 12 bytes each and one more than there are words.
  let unigrams: Int
  /// Where the length of the word list stands, the list after it.
  let names: Int

  /// - Parameters:
  ///   - counts: How many runs there are of one word, of two, and so on.
  ///   - start: Where the tables begin.
  init(counts: [Int], start: Int) {
    let order = counts.count
    let table = 65_536 * 4
    unigrams = start + (order > 1 ? 4 + (order - 2) * 2 * table + table : 0)
    var offset = unigrams + 12 * (counts[0] + 1)
    for level in 1..<max(1, order) {
      let isLongest = level == order - 1
      // A weight and, except for the longest runs, a back-off of 16 bits each and the way to the next level.
      let payload = isLongest ? 16 : 32 + Self.bits(counts[level + 1])
      offset += ((1 + counts[level]) * (Self.bits(counts[0]) + payload) + 7) / 8 + 8
    }
    names = offset
  }

  /// How many bits it takes to write `value`.
  private static func bits(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }
}
