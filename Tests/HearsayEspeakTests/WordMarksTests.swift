// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayEspeak

@Suite("WordMarks")
struct WordMarksTests {
  @Test("a mark lies in the text and never before an earlier one")
  func clamping() {
    var marks = WordMarks(scalarCount: 10)

    let made = [(4, 3, 100), (2, 1, 50), (9, 40, 200), (99, 5, 300), (0, -3, 0)].map {
      marks.mark(position: $0.0, length: $0.1, sample: $0.2)
    }

    #expect(made.map(\.scalarOffset) == [3, 3, 8, 10, 10])
    #expect(made.map(\.scalarCount) == [3, 1, 2, 0, 0])
    #expect(made.map(\.sample) == [100, 100, 200, 300, 300])
  }
}
