// SPDX-License-Identifier: Apache-2.0

/// Finds the places where long speech can be cut: pauses, or failing them the next quiet moment.
///
/// The library's search keeps every frame until the utterance ends (some 0.2 MB a second), and the time of its final
/// result grows with it. So nothing is cut before ten seconds, a pause is waited for until twenty, any gap between
/// words until thirty; then the cut comes where it comes. Pure: no clock, no library.
struct StretchCutter {
  private static let minimum = 10.0
  private static let patience = 20.0
  private static let limit = 30.0
  private static let pause = 0.5
  private static let gap = 0.05
  /// The mean square of a sound 60 dB below full scale: quieter is quiet in any room.
  private static let silence = 1074.0
  /// How far above the floor (9 dB) still counts as quiet.
  private static let margin = 8.0
  /// How the floor creeps up in a frame, to follow a room that becomes louder: 3 dB in 7 s.
  ///
  /// Faster, and steady loud speech would count as the room.
  private static let creep = 1.001

  private let frameLength: Int
  private let frameRate = 100.0
  private var energy = 0.0
  private var samplesInFrame = 0
  private var frames = 0
  private var quietFrames = 0
  private var floor = Double.infinity

  /// - Parameter sampleRate: The rate of the audio, in Hz.
  init(sampleRate: Int) { frameLength = max(1, sampleRate / 100) }

  /// Begins to count a stretch anew; what is known of the room stays.
  mutating func stretchBegan() {
    frames = 0
    quietFrames = 0
  }

  /// Whether the stretch should end after these samples.
  mutating func shouldCut(after samples: some Sequence<Int16>) -> Bool {
    for sample in samples {
      let value = Double(sample)
      energy += value * value
      samplesInFrame += 1
      if samplesInFrame == frameLength { endFrame() }
    }
    let length = Double(frames) / frameRate
    let quiet = Double(quietFrames) / frameRate
    return length >= Self.minimum && quiet >= Self.pause || length >= Self.patience && quiet >= Self.gap
      || length >= Self.limit
  }

  private mutating func endFrame() {
    let mean = energy / Double(frameLength)
    // Not below what counts as silence anyway: a floor of zero, from a muted microphone, could never creep up again.
    floor = max(Self.silence / Self.margin, min(mean, floor * Self.creep))
    let isQuiet = mean <= max(floor * Self.margin, Self.silence)
    quietFrames = isQuiet ? quietFrames + 1 : 0
    frames += 1
    energy = 0
    samplesInFrame = 0
  }
}
