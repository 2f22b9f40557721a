// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The compressed mixture weights (`sendump`): strings with their lengths, then one byte or half for each weight.
///
/// The library maps this file into memory and reads as far as its header says, over the end of a file cut short.
enum SenoneDump {
  /// Throws unless the file's header fits the other files and its length fits the header.
  static func check(_ path: String, _ gaussians: GaussianShape, senones: Int) throws(VoiceError) {
    let file = try ModelFile(path)
    var reader = ByteReader(try file.bytes(count: 65_536), of: path)
    var clusters = 0
    var bits = 8
    // The library tells the byte order by the length of the first line.
    reader.isSwapped = !(1...999).contains(try reader.nextWord())
    while true {
      let length = try reader.number("the length of a header line", in: 0...999)
      if length == 0 { break }
      let words = try reader.text(length).split(separator: " ")
      guard words.count == 2, let value = Int(words[1]) else { continue }
      let expected: Int? =
        switch words[0] {
        case "feature_count": gaussians.streamLengths.count
        case "mixture_count": gaussians.densities
        case "model_count": senones
        default: nil
        }
      if let expected, value != expected {
        throw .modelDamaged(path, "its \(words[0]) is \(value), and the other files have \(expected)")
      }
      if words[0] == "cluster_count" { clusters = value }
      if words[0] == "cluster_bits" { bits = value }
    }
    guard [0, 15, 16].contains(clusters), [4, 8].contains(bits) else {
      throw .modelDamaged(path, "it has \(clusters) clusters of \(bits) bits")
    }
    var columns = senones
    if clusters == 0 {
      _ = try reader.number("its number of rows", in: gaussians.densities...gaussians.densities)
      columns = try reader.number("its number of columns", in: senones...(senones + 64))
    }
    let step = bits == 4 ? (columns + 1) / 2 : columns
    let weights = gaussians.streamLengths.count * gaussians.densities * step
    let expected = reader.offset + (clusters == 0 ? 0 : 16) + weights
    guard file.size == expected else {
      throw .modelDamaged(path, "it should be \(expected) bytes long and has \(file.size)")
    }
  }
}
