// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import HearsayCore

/// Makes the errors of this module, so that each kind reads the same wherever it comes up.
enum FileError {
  /// The range of rates that files and callers may have, in Hz.
  static let sampleRates = 1_000...768_000

  static func check(sampleRate: Int, _ what: String = "sample rate") throws(VoiceError) {
    guard sampleRates.contains(sampleRate) else {
      throw VoiceError(
        .invalidArgument, .outOfRange,
        "The \(what) \(sampleRate) Hz is out of range; give one from \(sampleRates.lowerBound) "
          + "to \(sampleRates.upperBound) Hz.")
    }
  }

  static func notOpened(_ path: String, errno number: Int32) -> VoiceError {
    let text = systemText(number)
    let isMissing = number == ENOENT || number == ENOTDIR
    return VoiceError(
      .invalidArgument, isMissing ? .fileNotFound : .fileUnreadable,
      isMissing
        ? "There is no file \"\(path)\"; check the name and the folder."
        : "The file \"\(path)\" cannot be read (\(text)); check its permissions.",
      underlying: .init(domain: "errno", number: Int(number), text: text))
  }

  static func unreadable(_ path: String, _ wayOut: String, number: Int = 0, text: String = "") -> VoiceError {
    VoiceError(
      .invalidArgument, .fileUnreadable,
      "\"\(path)\" cannot be read as sound\(text.isEmpty ? "" : " (\(text))"); \(wayOut)",
      underlying: text.isEmpty ? nil : .init(domain: "libsndfile", number: number, text: text))
  }

  static func notWritten(_ path: String, errno number: Int32) -> VoiceError {
    let text = systemText(number)
    let reason: VoiceError.Reason =
      switch number {
      case ENOENT, ENOTDIR: .fileNotFound
      case EACCES, EPERM, EROFS: .accessDenied
      default: .unspecified
      }
    return VoiceError(
      .invalidArgument, reason,
      "The file \"\(path)\" cannot be written (\(text)); choose a folder that exists and is writable.",
      underlying: .init(domain: "errno", number: Int(number), text: text))
  }

  static func systemText(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
