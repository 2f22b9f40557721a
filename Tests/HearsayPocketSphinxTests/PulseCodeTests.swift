// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayPocketSphinx

@Suite("PulseCode")
struct PulseCodeTests {
  @Test("every 16-bit sample comes back as it was")
  func everySample() {
    let originals = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    var result: [Int16] = []

    PulseCode.convert(originals.map { Float($0) / 32768 }, into: &result)

    #expect(result == originals)
  }

  @Test("values between two steps are rounded, values beyond the range are clamped, not-a-number is silence")
  func edges() {
    var result: [Int16] = [1, 2, 3]

    PulseCode.convert([0.4 / 32768, 0.6 / 32768, -0.6 / 32768, 1, -1, 2, -.infinity, .infinity, .nan], into: &result)

    #expect(result == [0, 1, -1, 32767, -32768, 32767, -32768, 32767, 0])
  }
}
