// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import CSndFile
  internal import HearsayCore

  /// The kinds of sound file that can be written, told by the extension.
  enum FileKind: String, CaseIterable {
    case wav, flac, ogg, opus, mp3, aiff, au

    /// Finds the kind of `path`.
    init(path: String) throws(VoiceError) {
      let name = path.split(separator: "/").last ?? ""
      let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
      guard let kind = FileKind(rawValue: ending) else {
        let known = Self.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        throw VoiceError(
          .invalidArgument, .formatNotSupported,
          "The name \"\(path)\" does not say what kind of sound file to write; let it end in one of \(known).")
      }
      self = kind
    }

    /// libsndfile's number for the kind.
    var code: Int32 {
      let code =
        switch self {
        case .wav: SF_FORMAT_WAV | SF_FORMAT_PCM_16
        case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
        case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
        case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
        case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        case .aiff: SF_FORMAT_AIFF | SF_FORMAT_PCM_16
        case .au: SF_FORMAT_AU | SF_FORMAT_PCM_16
        }
      return Int32(code)
    }
  }
#endif
