// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The phones and states of an acoustic model (`mdef` in its binary form), every reference in it followed.
///
/// The library trusts each number here as an index, and has no checksum for this file.
struct ModelDefinition {
  var phones: Set<String> = []
  private(set) var senones = 0
  private(set) var transitionMatrices = 0
  private(set) var statesPerPhone = 0

  private var basePhones = 0
  private var allPhones = 0
  private var sequences = 0
  private var treeNodes = 0

  init(_ path: String) throws(VoiceError) {
    var reader = ByteReader(try ModelFile(path).bytes(), of: path)
    try readHeader(&reader)
    try readNames(&reader)
    try checkTree(&reader)
    try checkPhones(&reader)
    try checkSequences(&reader)
    guard reader.remaining == 0 else { throw .modelDamaged(path, "it has \(reader.remaining) bytes too many") }
  }

  private mutating func readHeader(_ reader: inout ByteReader) throws(VoiceError) {
    // As text the file would begin with a version; the library ends the process over a text that it cannot read.
    guard try reader.text(4) == "BMDF" else {
      throw .modelDamaged(
        reader.path, "it is no binary model definition (pocketsphinx_mdef_convert makes one out of a text)")
    }
    _ = try reader.number("its version", in: 0...1)
    try reader.skip(try reader.number("the length of its description", in: 0...65_536))
    basePhones = try reader.number("the number of base phones", in: 1...254)
    allPhones = try reader.number("the number of phones", in: basePhones...10_000_000)
    statesPerPhone = try reader.number("the number of states a phone", in: 1...5)
    let baseSenones = try reader.number("the number of base senones", in: 1...65_534)
    senones = try reader.number("the number of senones", in: baseSenones...65_534)
    transitionMatrices = try reader.number("the number of transition matrices", in: 1...32_766)
    sequences = try reader.number("the number of state sequences", in: 1...10_000_000)
    _ = try reader.number("the number of context phones", in: 3...3)
    treeNodes = try reader.number("the number of tree nodes", in: 4...10_000_000)
    _ = try reader.number("the silence phone", in: 0...(basePhones - 1))
  }

  private mutating func readNames(_ reader: inout ByteReader) throws(VoiceError) {
    let start = reader.offset
    for _ in 0..<basePhones {
      let name = try reader.terminatedText()
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && !$0.isWhitespace }), phones.insert(name).inserted else {
        throw .modelDamaged(reader.path, "a phone in it has no name of its own")
      }
    }
    // What follows begins at a multiple of four from the first name.
    try reader.skip(-(reader.offset - start) & 3)
  }

  /// Each node: a phone or word position, how many nodes are below, and the first of them or the phone that it stands for.
  private func checkTree(_ reader: inout ByteReader) throws(VoiceError) {
    let start = reader.offset
    try reader.skip(treeNodes * 8)
    for node in 0..<treeNodes {
      let position = start + node * 8
      let label = Int(Int16(bitPattern: reader[halfAt: position]))
      let count = Int(Int16(bitPattern: reader[halfAt: position + 2]))
      let target = Int(Int32(bitPattern: reader[wordAt: position + 4]))
      let isSound =
        count > 0 ? target > node && target + count <= treeNodes : count == 0 && target >= -1 && target < allPhones
      guard isSound, label >= 0, label < max(basePhones, 4) else {
        throw .modelDamaged(reader.path, "node \(node) of its tree leads nowhere")
      }
    }
  }

  /// Each phone: its state sequence, its transition matrix, and its context as four bytes.
  private func checkPhones(_ reader: inout ByteReader) throws(VoiceError) {
    let start = reader.offset
    try reader.skip(allPhones * 12)
    for phone in 0..<allPhones {
      let position = start + phone * 12
      let context = reader.bytes[(position + 9)..<(position + 12)]
      guard Int(reader[wordAt: position]) < sequences, Int(reader[wordAt: position + 4]) < transitionMatrices,
        phone < basePhones || reader.bytes[position + 8] < 4 && context.allSatisfy({ $0 < basePhones })
      else { throw .modelDamaged(reader.path, "phone \(phone) in it has a state or context that does not exist") }
    }
  }

  private func checkSequences(_ reader: inout ByteReader) throws(VoiceError) {
    let count = try reader.number("the number of states in sequences", in: 1...Int(Int32.max))
    guard count == sequences * statesPerPhone else {
      throw .modelDamaged(reader.path, "its state sequences have another length than its phones")
    }
    let start = reader.offset
    try reader.skip(count * 2)
    for index in 0..<count where Int(reader[halfAt: start + index * 2]) >= senones {
      throw .modelDamaged(reader.path, "state \(index) of its sequences does not exist")
    }
  }
}
