// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// A program of others, run to its end: its wall time and the processor time of its whole life.
struct ChildRun: Sendable {
  let wallSeconds: Double
  let processorSeconds: Double
  /// From the start until the first bytes came on its output; `nil` when none came.
  let firstByteSeconds: Double?
  let output: String

  static func isInstalled(_ program: String) -> Bool { unsafe access(program, X_OK) == 0 }

  @concurrent static func run(_ program: String, _ arguments: [String]) async throws -> ChildRun {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let before = childSeconds
    let start = ContinuousClock.now
    try process.run()
    let first = pipe.fileHandleForReading.availableData
    let firstByte = first.isEmpty ? nil : (ContinuousClock.now - start).seconds
    let rest = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkFailure("\(program) ended with \(process.terminationStatus).")
    }
    return ChildRun(
      wallSeconds: (ContinuousClock.now - start).seconds, processorSeconds: childSeconds - before,
      firstByteSeconds: firstByte, output: String(decoding: first + rest, as: UTF8.self))
  }

  /// The processor time of all children that have ended.
  private static var childSeconds: Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
