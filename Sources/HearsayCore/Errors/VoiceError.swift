// SPDX-License-Identifier: Apache-2.0

/// What went wrong, in a form for programs (`code`, `reason`) and for people (`message`).
///
/// One error type serves the whole package. `code` is one of a few fixed words that go over the wire; `reason` says
/// more exactly what happened and may gain values in any release; `message` is one full sentence that names the thing
/// and the way out.
public struct VoiceError: Error, Sendable, Hashable {
  /// The kind of failure, with its fixed name on the wire.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name on the wire, for example `audio_error`.
    public let rawValue: String

    /// Makes a code from its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The audio server refuses us the microphone or the speaker.
    public static let permissionDenied = Code(rawValue: "permission_denied")
    /// Something else took the audio, or the audio server went away.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The device in use is gone.
    public static let routeChanged = Code(rawValue: "route_changed")
    /// No device, no audio server, no common format, or a stream that failed or delivers nothing.
    public static let audioError = Code(rawValue: "audio_error")
    /// The model is missing or damaged, or the decoder failed.
    public static let recognitionError = Code(rawValue: "recognition_error")
    /// The voice engine failed.
    public static let synthesisError = Code(rawValue: "synthesis_error")
    /// This build has no such part: its trait is off, or the platform has none.
    public static let notSupported = Code(rawValue: "not_supported")
    /// A value that the caller gave is out of range or names nothing.
    public static let invalidArgument = Code(rawValue: "invalid_argument")
    /// What was asked for is already going on, or a bounded queue is full.
    public static let busy = Code(rawValue: "busy")
  }

  /// The particular cause beneath a code; an open set.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The machine-readable word, for example `noDevice`.
    public let rawValue: String

    /// Makes a reason from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing beyond the code is known.
    public static let unspecified = Reason(rawValue: "unspecified")
    /// No audio server answers, or it went away.
    public static let serviceUnavailable = Reason(rawValue: "serviceUnavailable")
    /// The audio server accepted the connection and does not answer.
    public static let serviceUnresponsive = Reason(rawValue: "serviceUnresponsive")
    /// There is no device to capture from or to play on.
    public static let noDevice = Reason(rawValue: "noDevice")
    /// The device that was asked for does not exist.
    public static let unknownDevice = Reason(rawValue: "unknownDevice")
    /// The device in use was removed.
    public static let deviceRemoved = Reason(rawValue: "deviceRemoved")
    /// Another stream took over, or the session manager paused ours.
    public static let takenOver = Reason(rawValue: "takenOver")
    /// The stream streams, and no frame arrives.
    public static let inputStalled = Reason(rawValue: "inputStalled")
    /// The two sides found no common format.
    public static let formatNotSupported = Reason(rawValue: "formatNotSupported")
    /// The audio server reported an error of the stream.
    public static let streamFailed = Reason(rawValue: "streamFailed")
    /// The server or the file system denies access.
    public static let accessDenied = Reason(rawValue: "accessDenied")
    /// A file or folder is not there.
    public static let fileNotFound = Reason(rawValue: "fileNotFound")
    /// A file is there and cannot be read or understood.
    public static let fileUnreadable = Reason(rawValue: "fileUnreadable")
    /// A model file is not there.
    public static let modelMissing = Reason(rawValue: "modelMissing")
    /// A model file is there and is not what it should be.
    public static let modelDamaged = Reason(rawValue: "modelDamaged")
    /// The engine's library reported a failure.
    public static let engineFailed = Reason(rawValue: "engineFailed")
    /// No voice has that identifier.
    public static let unknownVoice = Reason(rawValue: "unknownVoice")
    /// The text is empty.
    public static let emptyText = Reason(rawValue: "emptyText")
    /// A number is outside its documented range.
    public static let outOfRange = Reason(rawValue: "outOfRange")
    /// A listening session is running.
    public static let alreadyListening = Reason(rawValue: "alreadyListening")
    /// The utterance queue is full.
    public static let queueFull = Reason(rawValue: "queueFull")
    /// The object was closed.
    public static let closed = Reason(rawValue: "closed")
    /// The part was left out of this build.
    public static let traitDisabled = Reason(rawValue: "traitDisabled")
  }

  /// What a C library or the system said, kept as it came.
  public struct Underlying: Sendable, Hashable {
    /// Who said it, for example `errno`, `pipewire`, `espeak-ng`, `libsndfile`.
    public let domain: String
    /// The number it gave.
    public let number: Int
    /// The words it gave, empty when there were none.
    public let text: String

    /// Records what `domain` reported.
    public init(domain: String, number: Int, text: String = "") {
      self.domain = domain
      self.number = number
      self.text = text
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The particular cause.
  public let reason: Reason
  /// One sentence that names the thing and says what to do.
  public let message: String
  /// Whether the same call can succeed later in this process without a change to the program.
  public let isRecoverable: Bool
  /// The C error beneath, if there was one.
  public let underlying: Underlying?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - reason: The particular cause.
  ///   - message: One full sentence that names the thing that was wrong and says what to do.
  ///   - isRecoverable: Whether the same call can succeed later.
  ///   - underlying: The C error beneath.
  public init(
    _ code: Code, _ reason: Reason = .unspecified, _ message: String, isRecoverable: Bool = false,
    underlying: Underlying? = nil
  ) {
    self.code = code
    self.reason = reason
    self.message = message
    self.isRecoverable = isRecoverable
    self.underlying = underlying
  }
}

extension VoiceError: CustomStringConvertible {
  /// The code, the reason and the message in one line.
  public var description: String { "\(code.rawValue) (\(reason.rawValue)): \(message)" }
}
