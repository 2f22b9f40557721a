// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayPocketSphinx

@Suite("PocketSphinxOptions")
struct PocketSphinxOptionsTests {
  @Test(
    "rates other than the model's are refused before the library sees them",
    arguments: [8000, 44_100, 48_000, 0, -1, .max])
  func rates(rate: Int) {
    var options = PocketSphinxOptions.live
    options.sampleRate = rate

    let error = #expect(throws: VoiceError.self) { try PocketSphinxEngine(options: options).makeDecoder() }

    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("\(rate) Hz") == true)
    #expect(error?.message.contains("16000") == true)
  }

  @Test("weights out of range or no numbers are refused", arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e9])
  func weights(value: Double) {
    for option in [\PocketSphinxOptions.languageWeight, \.wordInsertionPenalty] {
      var options = PocketSphinxOptions.live
      options[keyPath: option] = value
      let error = #expect(throws: VoiceError.self) { try options.validate() }
      #expect(error?.reason == .outOfRange)
    }
  }

  @Test("limits below one are refused, and none is no limit", arguments: [0, -1, .min, .max])
  func limits(value: Int) throws {
    for option in [\PocketSphinxOptions.maximumActiveModels, \.maximumWordsPerFrame] {
      var options = PocketSphinxOptions.live
      options[keyPath: option] = value
      let error = #expect(throws: VoiceError.self) { try options.validate() }
      #expect(error?.code == .invalidArgument)
      options[keyPath: option] = nil
      try options.validate()
    }
  }

  @Test("both sets of options are valid and have an argument for each name")
  func presets() throws {
    for options in [PocketSphinxOptions.live, .libraryDefaults] {
      try options.validate()
      #expect(options.arguments(for: .installed).count % 2 == 0)
    }
  }

  @Test("the library is silent unless its log is turned on")
  func log() throws {
    #expect(!PocketSphinxLog.isVerbose)
    PocketSphinxLog.isVerbose = true
    #expect(PocketSphinxLog.isVerbose)
    PocketSphinxLog.isVerbose = false
  }
}
