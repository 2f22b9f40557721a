// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Rate, pitch and volume in eSpeak NG's numbers.
///
/// The library takes any number, and speaks absurdly with most of them; hence the check.
struct EspeakParameters: Sendable, Equatable {
  /// The speed, 88…350.
  let wordsPerMinute: Int
  /// The base pitch, 0…100.
  let pitch: Int
  /// The loudness, 0…100.
  let volume: Int

  init(_ piece: SynthesisPiece) throws(VoiceError) {
    // The numbers alone: a piece of an utterance may well be nothing but white space.
    try Utterance("-", rate: piece.rate, pitchMultiplier: piece.pitchMultiplier, volume: piece.volume).validate()
    wordsPerMinute = Int((175 * piece.rate).rounded())
    let multiplier = piece.pitchMultiplier
    pitch = Int((multiplier < 1 ? (multiplier - 0.5) * 100 : multiplier * 50).rounded())
    volume = Int((100 * piece.volume).rounded())
  }
}
