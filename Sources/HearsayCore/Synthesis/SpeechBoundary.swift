// SPDX-License-Identifier: Apache-2.0

/// Where speech may be paused.
public enum SpeechBoundary: Sendable, Hashable {
  /// At once, in the output's next cycle.
  case immediate
  /// Behind the word being heard.
  case word
}
