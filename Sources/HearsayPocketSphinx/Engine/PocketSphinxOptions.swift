// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// How PocketSphinx searches: what may be traded between accuracy, processor time and delay.
public struct PocketSphinxOptions: Sendable, Hashable {
  /// The rate of the audio, in Hz; the English model knows 16,000 only.
  public var sampleRate = 16_000
  /// Whether the front end subtracts steady noise (`-remove_noise`).
  public var removesNoise: Bool
  /// Whether the front end drops frames without speech (`-remove_silence`).
  ///
  /// Dropped frames are not counted by the library: only with `cutsAtPauses` are there word times all the same.
  public var removesSilence: Bool
  /// How many phone models may be active in a frame (`-maxhmmpf`); `nil` for no limit.
  public var maximumActiveModels: Int?
  /// How many words may end in a frame (`-maxwpf`); `nil` for no limit.
  public var maximumWordsPerFrame: Int?
  /// Whether the end of an utterance searches all of it once more (`-fwdflat`): 100 ms for each second of speech.
  public var searchesTwice: Bool
  /// Whether the final result is the best path through the word lattice (`-bestpath`).
  public var usesBestPath = true
  /// Whether speech is cut at its pauses into finished stretches.
  ///
  /// With `removesSilence` the library's own detector says where half a second of pause is; speech without one, and
  /// all speech without `removesSilence`, is cut when it is longer than ten seconds. Without it memory and the delay of
  /// the final result grow as long as somebody talks.
  public var cutsAtPauses: Bool
  /// How much the language model counts against the sound (`-lw`).
  public var languageWeight = 6.5
  /// The factor for each word that begins (`-wip`).
  public var wordInsertionPenalty = 0.65

  private init(
    removesNoise: Bool, removesSilence: Bool, maximumActiveModels: Int?, maximumWordsPerFrame: Int?,
    searchesTwice: Bool, cutsAtPauses: Bool
  ) {
    self.removesNoise = removesNoise
    self.removesSilence = removesSilence
    self.maximumActiveModels = maximumActiveModels
    self.maximumWordsPerFrame = maximumWordsPerFrame
    self.searchesTwice = searchesTwice
    self.cutsAtPauses = cutsAtPauses
  }

  /// For live speech, the default.
  ///
  /// A third of the processor time of the library's own settings, no more errors than they make, and a final without
  /// delay however long somebody talked.
  public static let live = PocketSphinxOptions(
    removesNoise: false, removesSilence: true, maximumActiveModels: 3000, maximumWordsPerFrame: 10,
    searchesTwice: false, cutsAtPauses: true)

  /// The library's own defaults.
  public static let libraryDefaults = PocketSphinxOptions(
    removesNoise: true, removesSilence: true, maximumActiveModels: 30_000, maximumWordsPerFrame: nil,
    searchesTwice: true, cutsAtPauses: false)

  /// Checks every value; the library itself reads nonsense as zero.
  ///
  /// - Throws: `invalid_argument` naming the option and its range.
  public func validate() throws(VoiceError) {
    guard sampleRate == 16_000 else {
      throw VoiceError(
        .invalidArgument, .outOfRange,
        "The sample rate \(sampleRate) Hz does not fit PocketSphinx's model; give it audio resampled to 16000 Hz.")
    }
    try check("maximumActiveModels", maximumActiveModels, in: 1...1_000_000)
    try check("maximumWordsPerFrame", maximumWordsPerFrame, in: 1...1_000_000)
    try check("languageWeight", languageWeight, in: 0.1...100)
    try check("wordInsertionPenalty", wordInsertionPenalty, in: 1e-6...100)
  }

  private func check<Value: Comparable>(
    _ name: String, _ value: Value?, in range: ClosedRange<Value>
  ) throws(VoiceError) {
    // Not-a-number is in no range.
    guard let value, !range.contains(value) else { return }
    throw VoiceError(
      .invalidArgument, .outOfRange,
      "The option \(name) is \(value); give a number from \(range.lowerBound) to \(range.upperBound).")
  }

  /// The values as the library's own option names take them, with the model's files.
  package func arguments(for model: PocketSphinxModel) -> [String] {
    func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
    return [
      "-hmm", model.acousticModel, "-dict", model.dictionary, "-lm", model.languageModel,
      "-samprate", "\(sampleRate)",
      "-remove_noise", word(removesNoise), "-remove_silence", word(removesSilence),
      "-maxhmmpf", "\(maximumActiveModels ?? -1)", "-maxwpf", "\(maximumWordsPerFrame ?? -1)",
      "-fwdflat", word(searchesTwice), "-bestpath", word(usesBestPath),
      "-lw", "\(languageWeight)", "-wip", "\(wordInsertionPenalty)",
    ]
  }
}
