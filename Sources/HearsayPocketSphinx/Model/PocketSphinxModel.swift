// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where the three parts of a PocketSphinx model are.
public struct PocketSphinxModel: Sendable, Hashable {
  /// The folder of the acoustic model (`mdef`, `means`, `variances`, `transition_matrices`, …).
  public var acousticModel: String
  /// The pronunciation dictionary.
  public var dictionary: String
  /// The language model, in the library's binary form or as ARPA text.
  public var languageModel: String

  /// Names the three parts one by one.
  ///
  /// - Parameters:
  ///   - acousticModel: The folder of the acoustic model.
  ///   - dictionary: The pronunciation dictionary.
  ///   - languageModel: The language model.
  public init(acousticModel: String, dictionary: String, languageModel: String) {
    self.acousticModel = acousticModel
    self.dictionary = dictionary
    self.languageModel = languageModel
  }

  /// A folder laid out as the Debian package lays it out: `en-us/`, `cmudict-en-us.dict`, `en-us.lm.bin`.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - language: The language in the names of the files.
  public init(folder: String, language: String = "en-us") {
    self.init(
      acousticModel: "\(folder)/\(language)", dictionary: "\(folder)/cmudict-\(language).dict",
      languageModel: "\(folder)/\(language).lm.bin")
  }

  /// The installed English model (Debian: package `pocketsphinx-en-us`), whether it is there or not.
  public static var installed: PocketSphinxModel {
    let folders = ["/usr/share/pocketsphinx/model/en-us", "/usr/local/share/pocketsphinx/model/en-us"]
    return PocketSphinxModel(folder: folders.first { unsafe access($0, F_OK) == 0 } ?? folders[0])
  }
}
