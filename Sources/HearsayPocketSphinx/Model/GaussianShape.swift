// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The dimensions that `means` and `variances` declare, and must share.
struct GaussianShape: Equatable {
  var codebooks: Int
  var densities: Int
  /// How many values a density has in each feature stream.
  var streamLengths: [Int]

  /// Reads and verifies such a file.
  init(_ path: String) throws(VoiceError) {
    var file = try ParameterFile(path)
    codebooks = try file.number("the number of codebooks", in: 1...65_535)
    let streams = try file.number("the number of feature streams", in: 1...64)
    densities = try file.number("the number of densities", in: 1...65_535)
    streamLengths = []
    for _ in 0..<streams { streamLengths.append(try file.number("the length of a stream", in: 1...4096)) }
    try file.checkValues(codebooks * densities * streamLengths.reduce(0, +))
  }
}
