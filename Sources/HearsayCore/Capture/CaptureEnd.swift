// SPDX-License-Identifier: Apache-2.0

/// Why an input delivers no more frames.
public enum CaptureEnd: Sendable, Hashable {
  /// The input was finite and all of it was delivered.
  case endOfInput
  /// It failed: `route_changed` for a lost device, `interrupted` for a lost server or a take-over, `audio_error` or
  /// what else made it impossible to read on.
  case failed(VoiceError)
}
