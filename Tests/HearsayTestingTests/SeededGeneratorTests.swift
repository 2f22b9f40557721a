// SPDX-License-Identifier: Apache-2.0

import HearsayTesting
import Testing

@Suite("SeededGenerator")
struct SeededGeneratorTests {
  @Test("the same seed gives the same numbers, another one others")
  func repeatable() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      var generator = SeededGenerator(seed: seed)
      return (0..<8).map { _ in generator.next() }
    }
    #expect(numbers(1) == numbers(1))
    #expect(numbers(1) != numbers(2))
    #expect(Set(numbers(0)).count == 8)
    #expect(SeededGenerator(seed: 5).description.contains("5"))
  }
}
