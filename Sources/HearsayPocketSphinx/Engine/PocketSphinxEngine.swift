// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// The embedded recognizer: CMU PocketSphinx with an English model.
///
/// Small, without network, live partials at a tenth to a third of one processor. A decoder takes some 100 MB and half a
/// second to load; the model's files are inspected first, because the library ends the process over some damages and
/// does not notice others.
public struct PocketSphinxEngine: RecognitionEngine, Sendable, Hashable {
  /// The files that it recognises with.
  public var model: PocketSphinxModel
  /// How it searches.
  public var options: PocketSphinxOptions

  /// Makes the recipe; nothing is loaded or checked yet.
  ///
  /// - Parameters:
  ///   - model: The files to recognise with; the installed English ones unless said.
  ///   - options: How to search; for live speech unless said.
  public init(model: PocketSphinxModel = .installed, options: PocketSphinxOptions = .live) {
    self.model = model
    self.options = options
  }

  /// `pocketsphinx`.
  public var name: String { "pocketsphinx" }

  /// The rate that the decoders want, in Hz.
  public var sampleRate: Int { options.sampleRate }

  /// Checks options and model, loads them and makes a decoder.
  ///
  /// Blocks for about half a second.
  ///
  /// - Throws: `invalid_argument` for an option out of range, `recognition_error` naming the file when the model is
  ///   missing or damaged, `not_supported` when the package was built without its `PocketSphinx` trait.
  public func makeDecoder() throws(VoiceError) -> any SpeechDecoder {
    try options.validate()
    #if PocketSphinx && os(Linux)
      try ModelInspection(model).run()
      return try PocketSphinxDecoder(model: model, options: options)
    #else
      throw VoiceError(
        .notSupported, .traitDisabled,
        "This build has no PocketSphinx; build the package with its trait PocketSphinx turned on.")
    #endif
  }
}
