// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Finds out whether a model can be handed to the library.
///
/// The library ends the whole process over a wrong checksum, header or dimension in the acoustic model, reads over the
/// end of a weight file that was cut short, and uses every number in the model definition as an index. So each file is
/// read here first. That takes some milliseconds; loading takes hundreds.
struct ModelInspection {
  private let model: PocketSphinxModel

  init(_ model: PocketSphinxModel) { self.model = model }

  /// Checks every file.
  ///
  /// - Throws: `recognition_error` naming the first file that is missing or damaged, `invalid_argument` for a path that
  ///   is none.
  func run() throws(VoiceError) {
    for path in [model.acousticModel, model.dictionary, model.languageModel]
    where path.isEmpty || path.utf8.contains(0) {
      throw VoiceError(
        .invalidArgument, .fileNotFound,
        "A path of the model is empty or has a zero byte; name the folder and the two files of a model.")
    }
    try ModelFile.checkFolder(model.acousticModel)
    let definition = try ModelDefinition(path("mdef"))
    try checkAcousticModel(definition)
    try FeatureParameters.check(path("feat.params"))
    if ModelFile.exists(path("noisedict")) {
      try PronunciationDictionary.check(path("noisedict"), phones: definition.phones)
    }
    for name in ["senmgau", "feature_transform"] where ModelFile.exists(path(name)) {
      throw .modelDamaged(path(name), "models with such a file are not supported")
    }
    try PronunciationDictionary.check(model.dictionary, phones: definition.phones)
    try LanguageModelFile.check(model.languageModel)
  }

  private func path(_ name: String) -> String { "\(model.acousticModel)/\(name)" }

  private func checkAcousticModel(_ definition: ModelDefinition) throws(VoiceError) {
    var matrices = try ParameterFile(path("transition_matrices"))
    let count = definition.transitionMatrices
    let states = definition.statesPerPhone
    _ = try matrices.number("the number of matrices", in: count...count)
    _ = try matrices.number("the number of states", in: states...states)
    _ = try matrices.number("the number of following states", in: (states + 1)...(states + 1))
    try matrices.checkValues(count * states * (states + 1))

    let means = try GaussianShape(path("means"))
    guard try GaussianShape(path("variances")) == means else {
      throw .modelDamaged(path("variances"), "its dimensions differ from those of means")
    }
    guard means.streamLengths.reduce(0, +) == 39 || means.streamLengths == [12, 24, 3, 12] else {
      throw .modelDamaged(path("means"), "its streams have \(means.streamLengths.reduce(0, +)) values instead of 39")
    }
    if ModelFile.exists(path("sendump")) {
      guard means.codebooks == 1 || means.codebooks == definition.phones.count else {
        throw .modelDamaged(path("means"), "it has \(means.codebooks) codebooks")
      }
      try SenoneDump.check(path("sendump"), means, senones: definition.senones)
    } else {
      try checkWeights(means, definition)
    }
  }

  private func checkWeights(_ means: GaussianShape, _ definition: ModelDefinition) throws(VoiceError) {
    guard ModelFile.exists(path("mixture_weights")) else { throw .modelUnreadable(path("sendump"), errno: 2) }
    guard [1, definition.phones.count, definition.senones].contains(means.codebooks) else {
      throw .modelDamaged(path("means"), "it has \(means.codebooks) codebooks")
    }
    let streams = means.streamLengths.count
    var weights = try ParameterFile(path("mixture_weights"))
    _ = try weights.number("the number of senones", in: definition.senones...definition.senones)
    _ = try weights.number("the number of streams", in: streams...streams)
    _ = try weights.number("the number of densities", in: means.densities...means.densities)
    try weights.checkValues(definition.senones * streams * means.densities)
  }
}
