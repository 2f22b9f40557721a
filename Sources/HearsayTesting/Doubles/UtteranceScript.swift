// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// What a scripted recognizer makes of one utterance, and where it fails or blocks.
public struct UtteranceScript: Sendable {
  /// What is understood from a number of samples on.
  public struct Step: Sendable, Hashable {
    /// How many samples of the utterance must have been decoded.
    public var samples: Int
    /// What is understood then.
    public var hypothesis: Hypothesis

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - samples: How many samples of the utterance must have been decoded.
    ///   - hypothesis: What is understood then.
    public init(after samples: Int, _ hypothesis: Hypothesis) {
      self.samples = samples
      self.hypothesis = hypothesis
    }

    /// Makes a step without word times.
    ///
    /// - Parameters:
    ///   - samples: How many samples of the utterance must have been decoded.
    ///   - text: What is understood then.
    public init(after samples: Int, _ text: String) { self.init(after: samples, Hypothesis(text: text)) }
  }

  /// What is understood when; before the first step it is nothing.
  public var steps: [Step]
  /// The final result; `nil` is what the steps give for all samples.
  public var final: Hypothesis?
  /// What `start()` throws.
  public var startError: VoiceError?
  /// What `decode` throws, once as many samples as `decodeErrorAfter` have been decoded.
  public var decodeError: VoiceError?
  /// From how many samples of the utterance on `decode` throws.
  public var decodeErrorAfter: Int
  /// What `finish()` throws.
  public var finishError: VoiceError?
  /// Where every `decode` blocks its thread.
  public var decodeGate: BlockingGate?
  /// Where `finish()` blocks its thread.
  public var finishGate: BlockingGate?

  /// Makes a script.
  ///
  /// - Parameters:
  ///   - steps: What is understood when.
  ///   - final: The final result; `nil` is what the steps give for all samples.
  ///   - startError: What `start()` throws.
  ///   - decodeError: What `decode` throws.
  ///   - decodeErrorAfter: From how many samples of the utterance on it does.
  ///   - finishError: What `finish()` throws.
  ///   - decodeGate: Where every `decode` blocks its thread.
  ///   - finishGate: Where `finish()` blocks its thread.
  public init(
    _ steps: [Step] = [], final: Hypothesis? = nil, startError: VoiceError? = nil, decodeError: VoiceError? = nil,
    decodeErrorAfter: Int = 0, finishError: VoiceError? = nil, decodeGate: BlockingGate? = nil,
    finishGate: BlockingGate? = nil
  ) {
    self.steps = steps
    self.final = final
    self.startError = startError
    self.decodeError = decodeError
    self.decodeErrorAfter = decodeErrorAfter
    self.finishError = finishError
    self.decodeGate = decodeGate
    self.finishGate = finishGate
  }

  /// What is understood after so many samples.
  ///
  /// - Parameter samples: How many samples of the utterance have been decoded.
  /// - Returns: The hypothesis of the last step that they reach.
  public func hypothesis(after samples: Int) -> Hypothesis {
    steps.filter { $0.samples <= samples }.max { $0.samples < $1.samples }?.hypothesis ?? .empty
  }
}
