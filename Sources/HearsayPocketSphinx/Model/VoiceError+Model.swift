// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

extension VoiceError {
  private static let wayOut = "reinstall the package pocketsphinx-en-us, or name another model"

  /// A model file or folder cannot be opened or read.
  static func modelUnreadable(_ path: String, errno number: Int32) -> VoiceError {
    let underlying = Underlying(domain: "errno", number: Int(number), text: unsafe String(cString: strerror(number)))
    if number == ENOENT || number == ENOTDIR {
      return VoiceError(
        .recognitionError, .modelMissing,
        "The model's \(path) is missing; install the package pocketsphinx-en-us, or name another model.",
        underlying: underlying)
    }
    return VoiceError(
      .recognitionError, .modelDamaged,
      "The model's \(path) cannot be read (\(underlying.text)); make it readable, or name another model.",
      underlying: underlying)
  }

  /// A model file is not what it should be.
  static func modelDamaged(_ path: String, _ what: String) -> VoiceError {
    VoiceError(.recognitionError, .modelDamaged, "The model's \(path) is damaged: \(what); \(wayOut).")
  }
}
