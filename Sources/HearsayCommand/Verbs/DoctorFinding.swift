// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// What one check of `doctor` found.
struct DoctorFinding: Sendable, Equatable {
  /// What was checked.
  let check: String
  /// What is there, when all is well.
  let detail: String
  /// What is wrong, with the way out.
  let error: VoiceError?

  static func well(_ check: String, _ detail: String) -> DoctorFinding {
    DoctorFinding(check: check, detail: detail, error: nil)
  }

  static func bad(_ check: String, _ error: VoiceError) -> DoctorFinding {
    DoctorFinding(check: check, detail: "", error: error)
  }

  /// Any error as one of ours.
  static func error(_ error: any Error) -> VoiceError {
    error as? VoiceError
      ?? VoiceError(.audioError, .unspecified, "The check failed unexpectedly (\(error)); try it again.")
  }

  /// The finding for people.
  var line: String {
    let label = check + String(repeating: " ", count: max(0, 14 - check.count))
    return "\(label)  \(error.map { "WRONG  \($0.message)" } ?? "OK     \(detail)")"
  }

  /// The finding for programs.
  var object: JSONValue {
    var members: [String: JSONValue] = ["check": .text(check), "ok": .boolean(error == nil)]
    if let error {
      members["code"] = .text(error.code.rawValue)
      members["reason"] = .text(error.reason.rawValue)
      members["message"] = .text(error.message)
    } else {
      members["detail"] = .text(detail)
    }
    return .object(members)
  }
}
