// SPDX-License-Identifier: Apache-2.0

/// How loud a stretch of audio is.
public struct AudioLevel: Sendable, Hashable {
  /// The largest absolute sample, 0…1.
  public let peak: Float
  /// The root of the mean square, 0…1.
  public let rms: Float

  /// Measures `samples`; zero for none.
  public init(of samples: some Collection<Float>) {
    var peak: Float = 0
    var sum: Float = 0
    for sample in samples {
      peak = max(peak, abs(sample))
      sum += sample * sample
    }
    self.peak = peak
    rms = samples.isEmpty ? 0 : (sum / Float(samples.count)).squareRoot()
  }
}
