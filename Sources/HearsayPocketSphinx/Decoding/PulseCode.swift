// SPDX-License-Identifier: Apache-2.0

/// Makes 16-bit samples out of floating-point ones.
enum PulseCode {
  /// Rounds to the nearest step of 1/32768 and clamps what does not fit; not-a-number becomes silence.
  static func convert(_ samples: [Float], into result: inout [Int16]) {
    result.removeAll(keepingCapacity: true)
    result.reserveCapacity(samples.count)
    for sample in samples {
      let scaled = sample == sample ? sample * 32768 : 0
      result.append(Int16(min(max(scaled, -32768), 32767).rounded()))
    }
  }
}
