// SPDX-License-Identifier: Apache-2.0

/// Where the frames of a stretch lie in its utterance.
///
/// With `-remove_silence` the library drops the frames before speech and does not count them: its frame zero is a
/// little before the first word, wherever that is. While speech goes on it drops nothing, so that the difference
/// between the frames that went in and those it has searched tells how many it dropped before. Pure, no library.
struct StretchPlace {
  /// Samples a frame, at 16 kHz.
  private static let samplesPerFrame = 160
  /// Frames that are on their way through the library's front end: the window and three frames of derivatives.
  private static let delay = 4

  private var offset: Int

  /// - Parameter firstSample: Where the stretch begins, in samples of the utterance.
  init(firstSample: Int = 0) { offset = firstSample / Self.samplesPerFrame }

  /// Speech goes on: so much has gone in since the start of the utterance, so much of the stretch was searched.
  mutating func advanced(toSample sample: Int, searchedFrames: Int) {
    guard searchedFrames > 0 else { return }
    offset = max(0, sample / Self.samplesPerFrame - searchedFrames - Self.delay)
  }

  /// The frame of the utterance for one of the stretch.
  func frame(_ frame: Int) -> Int { offset + frame }
}
