// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// The option that names the recognizer.
enum EngineOption {
  static let option = CommandOption("engine", "NAME", "The recognizer: pocketsphinx (the default).")

  /// The name that was given, checked.
  static func name(in arguments: CommandArguments) throws(UsageError) -> String {
    let name = arguments.value(option) ?? "pocketsphinx"
    guard name == "pocketsphinx" else {
      throw UsageError("The engine '\(name)' is unknown; give '--engine pocketsphinx' or leave the option out.")
    }
    return name
  }

  /// The engine of that name.
  static func engine(named name: String) -> any RecognitionEngine { VoiceConfiguration.standardRecognition }
}
