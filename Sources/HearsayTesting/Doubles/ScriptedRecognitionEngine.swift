// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// A recognizer that understands what the test has written down, and fails or blocks where the test wants.
public final class ScriptedRecognitionEngine: RecognitionEngine {
  /// What was asked of the engine and its decoders.
  public enum Call: Sendable, Hashable {
    /// A decoder was made, or should have been.
    case makeDecoder
    /// An utterance was begun.
    case start
    /// So many samples were decoded, the first of them with this index in the session.
    case decode(samples: Int, at: Int)
    /// An utterance was ended for its result.
    case finish
    /// An utterance was thrown away.
    case cancel
    /// A decoder was let go.
    case release
  }

  struct State: Sendable {
    var calls: [Call] = []
    var decodedSamples = 0
    var audio: [Float] = []
    var utteranceCount = 0
  }

  /// The engine's name.
  public let name: String
  /// The rate that it wants, in Hz.
  public let sampleRate: Int

  private let utterances: [UtteranceScript]
  private let loadError: VoiceError?
  private let loadGate: BlockingGate?
  private let state = Observed(State())

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - utterances: What each utterance is understood as, in order; the last one serves all that follow.
  ///   - name: The engine's name.
  ///   - sampleRate: The rate that it wants, in Hz.
  ///   - loadError: What `makeDecoder()` throws; `nil` lets it load.
  ///   - loadGate: Where `makeDecoder()` blocks its thread.
  public init(
    _ utterances: [UtteranceScript] = [UtteranceScript()], name: String = "scripted", sampleRate: Int = 16_000,
    loadError: VoiceError? = nil, loadGate: BlockingGate? = nil
  ) {
    self.utterances = utterances
    self.name = name
    self.sampleRate = sampleRate
    self.loadError = loadError
    self.loadGate = loadGate
  }

  /// Everything that was asked, in order.
  public var calls: [Call] { state.value.calls }

  /// How many samples were decoded in all.
  public var decodedSamples: Int { state.value.decodedSamples }

  /// Every sample that was decoded, in order.
  public var audio: [Float] { state.value.audio }

  /// Returns once the calls are as wanted.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - isWanted: Whether the calls so far are as wanted; called often, must be quick.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func wait(
    upTo limit: Duration = .seconds(120), untilCalls isWanted: @escaping @Sendable ([Call]) -> Bool
  ) async throws {
    try await state.wait(
      upTo: limit, complaint: { "The scripted recognizer was not asked for what the test expects, but: \($0.calls)" },
      { isWanted($0.calls) ? () : nil })
  }

  /// Returns once at least `count` samples were decoded in all.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitUntilDecoded(_ count: Int, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.decodedSamples) of \(count) samples were decoded" },
      { $0.decodedSamples >= count ? () : nil })
  }

  /// Makes a decoder, or fails or blocks as the test has prescribed.
  ///
  /// - Returns: The decoder.
  /// - Throws: The `loadError`.
  public func makeDecoder() throws(VoiceError) -> any SpeechDecoder {
    state.update { $0.calls.append(.makeDecoder) }
    loadGate?.wait()
    if let loadError { throw loadError }
    return ScriptedDecoder(utterances: utterances, engine: state)
  }
}
