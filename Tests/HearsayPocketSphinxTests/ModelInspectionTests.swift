// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import HearsayTesting
import Testing

@testable import HearsayPocketSphinx

@DecodingThread
@Suite("ModelInspection", .serialized)
struct ModelInspectionTests {
  /// What can stand in the place of a model file.
  enum Damage: String, CaseIterable, CustomTestStringConvertible {
    case missing, empty, firstHalf, lastByteGone, oneByteMore, random, pipe, folder

    var testDescription: String { rawValue }

    /// Files that are texts or optional, with which this damage still leaves a model that loads.
    var isHarmlessFor: Set<String> {
      switch self {
      case .missing: ["en-us/noisedict"]
      case .firstHalf: ["cmudict-en-us.dict"]
      case .lastByteGone: ["en-us/noisedict", "en-us/feat.params", "cmudict-en-us.dict"]
      case .oneByteMore: ["en-us/noisedict", "en-us/feat.params", "cmudict-en-us.dict"]
      default: []
      }
    }

    func apply(to file: String, of model: DamagedModel, _ generator: inout SeededGenerator) throws {
      let contents = try DamagedModel.contents(file)
      switch self {
      case .missing: try model.remove(file)
      case .empty: try model.replace(file, by: Data())
      case .firstHalf: try model.replace(file, by: contents.prefix(contents.count / 2))
      case .lastByteGone: try model.replace(file, by: contents.dropLast())
      case .oneByteMore: try model.replace(file, by: contents + [0x0A])
      case .random:
        // One block again and again: a number for each byte of the largest file takes long in a debug build.
        var noise = Data((0..<4099).map { _ in UInt8.random(in: 0...255, using: &generator) })
        while noise.count < contents.count { noise.append(noise) }
        try model.replace(file, by: noise.prefix(contents.count))
      case .pipe:
        try model.remove(file)
        #expect(mkfifo(model.path(file), 0o600) == 0)
      case .folder:
        try model.remove(file)
        try FileManager.default.createDirectory(atPath: model.path(file), withIntermediateDirectories: false)
      }
    }
  }

  @Test("the installed model is sound")
  func installed() throws { try ModelInspection(.installed).run() }

  private nonisolated static let cases = DamagedModel.files.flatMap { file in Damage.allCases.map { (file, $0) } }

  @Test("a damaged file is named with what is wrong before the library sees it", arguments: cases)
  func damaged(file: String, damage: Damage) throws {
    var generator = SeededGenerator(seed: 7)
    let model = try DamagedModel()
    try damage.apply(to: file, of: model, &generator)

    if damage.isHarmlessFor.contains(file) {
      try ModelInspection(model.model).run()
      return
    }
    let error = #expect(throws: VoiceError.self) { try PocketSphinxEngine(model: model.model).makeDecoder() }

    #expect(error?.code == .recognitionError)
    #expect(error?.reason == (damage == .missing ? .modelMissing : .modelDamaged))
    #expect(error?.message.contains(model.path(file)) == true)
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test("a model with only half of its texts still loads and recognises")
  func harmless() throws {
    let model = try DamagedModel()
    try model.remove("en-us/noisedict")
    let dictionary = try DamagedModel.contents("cmudict-en-us.dict")
    try model.replace("cmudict-en-us.dict", by: dictionary.dropLast())

    let decoder = try PocketSphinxEngine(model: model.model).makeDecoder()

    #expect(try decoder.run(try Fixture.goForward.samples()).final.text == Fixture.goForward.text)
  }

  @Test(
    "any one flipped bit in a parameter file is found",
    arguments: ["en-us/means", "en-us/variances", "en-us/transition_matrices"])
  func flippedBits(file: String) throws {
    var generator = SeededGenerator(seed: 11)
    let model = try DamagedModel()
    var contents = try DamagedModel.contents(file)
    for _ in 0..<40 {
      // Behind the text of the header; that is the next test's.
      let index = Int.random(in: 40..<contents.count, using: &generator)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      contents[index] ^= bit
      try model.replace(file, by: contents)
      contents[index] ^= bit

      let error = #expect(throws: VoiceError.self) { _ = try ParameterFile(model.path(file)) }
      #expect(error?.reason == .modelDamaged)
    }
  }

  @Test("a flipped bit in the header of a parameter file is found, or the library does not mind it")
  func flippedHeader() throws {
    let file = "en-us/transition_matrices"
    let model = try DamagedModel()
    let contents = try DamagedModel.contents(file)
    var accepted = 0
    for index in 0..<56 {
      var damaged = contents
      damaged[index] ^= 1
      try model.replace(file, by: damaged)
      guard (try? ParameterFile(model.path(file))) != nil else { continue }
      do {
        // Also when the line of the checksum has become another one: then there is a value too many.
        try ModelInspection(model.model).run()
      } catch {
        #expect(error.reason == .modelDamaged)
        continue
      }
      accepted += 1
      _ = try PocketSphinxEngine(model: model.model).makeDecoder()
    }
    // The three letters of `chksum0 yes`, whose value the library ignores as well.
    #expect(accepted == 3)
  }

  @Test("files that do not belong together are found though each is sound")
  func mixture() throws {
    let model = try DamagedModel()
    try model.replace("en-us/variances", by: try DamagedModel.contents("en-us/transition_matrices"))
    #expect(throws: VoiceError.self) { try ModelInspection(model.model).run() }

    let other = PocketSphinxModel(
      acousticModel: "/usr/share/pocketsphinx/test/data/an4_ci_cont",
      dictionary: PocketSphinxModel.installed.dictionary, languageModel: PocketSphinxModel.installed.languageModel)
    let error = #expect(throws: VoiceError.self) { try ModelInspection(other).run() }
    #expect(error?.message.contains("mdef") == true)
  }

  @Test("a folder that is not there is missing, with the package to install")
  func noFolder() {
    let engine = PocketSphinxEngine(model: PocketSphinxModel(folder: "/nonexistent/model"))

    let error = #expect(throws: VoiceError.self) { try engine.makeDecoder() }

    #expect(error?.reason == .modelMissing)
    #expect(error?.message.contains("/nonexistent/model/en-us") == true)
    #expect(error?.message.contains("pocketsphinx-en-us") == true)
  }

  @Test("paths that are none, and compressed language models, are refused")
  func badPaths() {
    var model = PocketSphinxModel.installed
    model.languageModel = "/tmp/$(false).lm.gz"
    #expect(throws: VoiceError.self) { try ModelInspection(model).run() }

    for path in ["", "a\0b"] {
      model = .installed
      model.dictionary = path
      let error = #expect(throws: VoiceError.self) { try PocketSphinxEngine(model: model).makeDecoder() }
      #expect(error?.code == .invalidArgument)
    }
  }
}
