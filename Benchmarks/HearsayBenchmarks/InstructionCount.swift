// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Counts instructions with valgrind's callgrind: the same on every run, whatever else the machine does.
///
/// A work runs in a process of its own, and only the work is counted, not what a process needs to start and to load
/// models.
struct InstructionCount: Sendable {
  private static let valgrind = "/usr/bin/valgrind"
  /// This program without its debug information, which valgrind 3.19 cannot read.
  private let program: String

  /// - Throws: When valgrind or strip are not there, or this program cannot be copied.
  init() async throws {
    for tool in [Self.valgrind, "/usr/bin/strip"] where !ChildRun.isInstalled(tool) {
      throw BenchmarkFailure("\(tool) is missing; Scripts/benchmark installs it.")
    }
    program = NSTemporaryDirectory() + "hearsay-counted-\(UUID().uuidString)"
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    _ = try await ChildRun.run("/usr/bin/strip", ["-o", program, own])
  }

  func remove() { try? FileManager.default.removeItem(atPath: program) }

  /// How many instructions the work takes once, as the mean of so many times.
  func count(_ work: CountedWork, times: Int) async throws -> Double {
    let run = try await ChildRun.run(
      Self.valgrind,
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1", "--instr-atstart=no", program,
        CountedWork.childArgument,
        work.rawValue, String(times),
      ])
    guard let line = run.output.split(separator: "\n").first(where: { $0.contains("Collected : ") }),
      let count = line.split(separator: " ").last.flatMap({ Double($0) }), count > 0
    else {
      throw BenchmarkFailure("valgrind counted nothing for \(work.rawValue):\n\(run.output)")
    }
    return count / Double(times)
  }
}
