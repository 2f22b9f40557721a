// SPDX-License-Identifier: Apache-2.0

/// Texts to speak.
enum Texts {
  /// Half an hour of speech without a full stop, 28 KB.
  static let long = String(repeating: "The quick brown fox jumps over it, ", count: 800)
}
