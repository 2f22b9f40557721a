// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Lists the voices.
struct VoicesVerb: Verb {
  static let name = "voices"
  static let summary = "List the voices that can speak."
  static let synopsis = "[--language TAG] [--json]"
  static let options = [language]
  static let notes = "Each line has the voice's id, its language, its gender and its name."

  private static let language = CommandOption("language", "TAG", "Only voices of a language: en, en-US, de.")

  private let language: String?

  init(_ arguments: CommandArguments) throws(UsageError) {
    try arguments.requireNoOperands()
    language = arguments.value(Self.language)
  }

  func run(_ console: Console, until termination: Termination) async throws {
    let voices = try await VoiceConfiguration.standardSynthesizer().voices().filter { matches($0.language) }
    if voices.isEmpty, let language {
      await console.warn("No voice speaks '\(language)'; 'hearsay voices' lists all languages.")
    }
    let rows = voices.map { [$0.id, $0.language, $0.gender.rawValue, $0.name] }
    for (voice, line) in zip(voices, TextTable.lines(rows)) {
      guard termination.cause == nil else { return }
      await console.emit(
        .object([
          "id": .text(voice.id), "name": .text(voice.name), "language": .text(voice.language),
          "gender": .text(voice.gender.rawValue), "quality": .text(voice.quality.rawValue),
        ]))
      await console.say(line)
    }
  }

  /// Whether a voice's language is the wanted one or a variety of it, as `en-US` is one of `en`.
  private func matches(_ tag: String) -> Bool {
    guard let wanted = language?.lowercased() else { return true }
    return tag.lowercased() == wanted || tag.lowercased().hasPrefix(wanted + "-")
  }
}
