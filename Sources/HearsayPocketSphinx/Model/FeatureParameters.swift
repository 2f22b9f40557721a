// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The front end's settings that belong to a model (`feat.params`): options as on a command line.
enum FeatureParameters {
  /// Numbers that a front end can work with, by the options that take them.
  private static let numbers: [Substring: ClosedRange<Double>] = [
    "-alpha": 0...1, "-samprate": 16_000...16_000, "-frate": 100...100, "-wlen": 0.01...0.1, "-nfft": 512...8192,
    "-nfilt": 10...128, "-lowerf": 0...4000, "-upperf": 2000...8000, "-ncep": 13...13, "-ceplen": 13...13,
    "-lifter": 0...100, "-seed": -1...1e9, "-vad_prespeech": 1...100, "-vad_postspeech": 1...500,
    "-vad_startspeech": 1...100, "-vad_threshold": 0...100,
  ]
  private static let words: [Substring: Set<Substring>] = [
    "-transform": ["legacy", "dct", "htk"], "-agc": ["none", "max", "emax", "noise"],
    "-cmn": ["none", "batch", "current", "live", "prior"], "-model": ["ptm", "semi", "cont"],
  ]
  private static let flags: Set<Substring> = [
    "-varnorm", "-dither", "-remove_dc", "-remove_noise", "-remove_silence", "-round_filters", "-unit_area",
    "-doublebw", "-smoothspec", "-logspec",
  ]

  /// Throws unless the file is a list of known options with values that make sense.
  static func check(_ path: String) throws(VoiceError) {
    let bytes = try ModelFile(path).bytes(count: 65_536)
    guard bytes.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }) else {
      throw .modelDamaged(path, "it is no text")
    }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split { $0 == " " || $0 == "\t" }
      if parts.isEmpty || line.hasPrefix("#") { continue }
      guard parts.count == 2, isSound(parts[0], parts[1]) else {
        throw .modelDamaged(path, "its line `\(line)` is no option with a fitting value")
      }
    }
  }

  private static func isSound(_ name: Substring, _ value: Substring) -> Bool {
    if let range = numbers[name] { return Double(value).map(range.contains) ?? false }
    if let words = words[name] { return words.contains(value) }
    if flags.contains(name) { return ["yes", "no"].contains(value) }
    switch name {
    case "-feat": return value == "1s_c_d_dd" || value == "s2_4x"
    case "-cmninit": return value.split(separator: ",").allSatisfy { Double($0)?.isFinite == true }
    case "-svspec": return value.allSatisfy { $0.isNumber || "-,/".contains($0) }
    default: return false
    }
  }
}
