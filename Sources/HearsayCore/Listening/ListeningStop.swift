// SPDX-License-Identifier: Apache-2.0

/// Why a listening session ends before its input does.
enum ListeningStop: Sendable, Equatable {
  /// Somebody wants the result of everything captured before that moment.
  case finish(MonotonicTime)
  /// Somebody wants it to be over, without a result.
  case discard
}
