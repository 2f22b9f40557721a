// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayPocketSphinx

/// A copy of the installed model in a folder of its own, made of links, of which single files are replaced.
final class DamagedModel {
  /// The files of a model, by their path in its folder.
  static let files = [
    "en-us/mdef", "en-us/means", "en-us/variances", "en-us/transition_matrices", "en-us/sendump", "en-us/feat.params",
    "en-us/noisedict", "cmudict-en-us.dict", "en-us.lm.bin",
  ]
  private static let installed = URL(filePath: "/usr/share/pocketsphinx/model/en-us")

  let folder: URL
  var model: PocketSphinxModel { PocketSphinxModel(folder: folder.path) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hearsay-model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "en-us"), withIntermediateDirectories: true)
    for file in Self.files {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: file), withDestinationURL: Self.installed.appending(path: file))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ file: String) -> String { folder.appending(path: file).path }

  static func contents(_ file: String) throws -> Data { try Data(contentsOf: installed.appending(path: file)) }

  /// Takes the file away.
  func remove(_ file: String) throws { try FileManager.default.removeItem(at: folder.appending(path: file)) }

  /// Puts other bytes at the place of the file.
  func replace(_ file: String, by bytes: Data) throws {
    try? remove(file)
    try bytes.write(to: folder.appending(path: file))
  }
}
