// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  internal import CEspeakNG
  internal import HearsayCore

  /// Reads eSpeak NG's lists of voices, on the thread of `EspeakGate`.
  enum EspeakVoices {
    /// Every voice that can be used, and the variants that each of them has.
    static func catalogue() -> VoiceCatalogue {
      VoiceCatalogue(entries: unsafe usable(list(nil)), variants: variants())
    }

    /// The error for an installation without voices.
    ///
    /// - Parameter number: What the start of the library returned.
    /// - Returns: An error that names the folder.
    static func dataMissing(_ number: Int32) -> VoiceError {
      var path: UnsafePointer<CChar>?
      _ = unsafe espeak_Info(&path)
      let place = unsafe path.map { unsafe String(cString: $0) } ?? ""
      return VoiceError(
        .synthesisError, .modelMissing,
        "eSpeak NG found no usable voice data in \"\(place)\"; install espeak-ng-data, "
          + "or let ESPEAK_DATA_PATH name the folder that holds espeak-ng-data.",
        underlying: .init(domain: "espeak-ng", number: Int(number)))
    }

    private static func list(_ specification: UnsafeMutablePointer<espeak_VOICE>?) -> [VoiceCatalogue.Entry] {
      guard var voice = unsafe espeak_ListVoices(specification) else { return [] }
      var entries: [VoiceCatalogue.Entry] = []
      while let found = unsafe voice.pointee?.pointee {
        unsafe entries.append(
          VoiceCatalogue.Entry(
            identifier: String(cString: found.identifier), name: String(cString: found.name),
            languages: languages(found.languages), gender: found.gender))
        unsafe voice += 1
      }
      return entries
    }

    /// Reads pairs of a priority byte and a zero-terminated tag, up to a priority of zero.
    private static func languages(_ list: UnsafePointer<CChar>?) -> [VoiceCatalogue.RankedLanguage] {
      guard var place = unsafe list else { return [] }
      var languages: [VoiceCatalogue.RankedLanguage] = []
      while unsafe place.pointee != 0 {
        let tag = unsafe String(cString: place + 1)
        unsafe languages.append(.init(tag: tag, priority: Int(place.pointee)))
        unsafe place += tag.utf8.count + 2
      }
      return languages
    }

    /// Leaves out MBROLA voices whose program or data is missing: the library lists them all the same.
    private static func usable(_ entries: [VoiceCatalogue.Entry]) -> [VoiceCatalogue.Entry] {
      entries.filter { entry in
        if !entry.identifier.hasPrefix("mb/") { return true }
        return unsafe espeak_SetVoiceByName(entry.identifier) == EE_OK
      }
    }

    /// The names of the variants, such as `f3`, which are listed as voices of the language "variant".
    private static func variants() -> Set<String> {
      let entries = unsafe "variant".withCString { language in
        var specification = unsafe espeak_VOICE()
        unsafe specification.languages = language
        return unsafe list(&specification)
      }
      return Set(entries.filter { $0.identifier.hasPrefix("!v/") }.map { String($0.identifier.dropFirst(3)) })
    }
  }
#endif
