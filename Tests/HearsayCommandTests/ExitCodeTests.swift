// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayCommand

@Suite struct ExitCodeTests {
  @Test(
    "each error has the code that a shell script expects",
    arguments: [
      (VoiceError.Code.permissionDenied, VoiceError.Reason.unspecified, ExitCode.noPermission),
      (.permissionDenied, .accessDenied, .noPermission), (.audioError, .accessDenied, .noPermission),
      (.audioError, .serviceUnavailable, .unavailable), (.audioError, .serviceUnresponsive, .unavailable),
      (.audioError, .noDevice, .unavailable), (.invalidArgument, .unknownDevice, .unavailable),
      (.interrupted, .serviceUnavailable, .unavailable), (.routeChanged, .deviceRemoved, .unavailable),
      (.notSupported, .traitDisabled, .unavailable), (.busy, .queueFull, .unavailable),
      (.recognitionError, .modelMissing, .unavailable), (.recognitionError, .fileNotFound, .unavailable),
      (.recognitionError, .engineFailed, .software), (.synthesisError, .engineFailed, .software),
      (.synthesisError, .modelMissing, .unavailable), (.invalidArgument, .fileNotFound, .noInput),
      (.invalidArgument, .fileUnreadable, .noInput), (.invalidArgument, .unknownVoice, .usage),
      (.invalidArgument, .emptyText, .usage), (.invalidArgument, .outOfRange, .usage),
      (VoiceError.Code(rawValue: "new"), .unspecified, .software),
    ])
  func mapping(code: VoiceError.Code, reason: VoiceError.Reason, expected: ExitCode) {
    #expect(ExitCode(for: VoiceError(code, reason, "Something happened.")) == expected)
  }
}
