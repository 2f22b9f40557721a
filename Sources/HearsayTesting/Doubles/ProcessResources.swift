// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What the present process holds, for checks that nothing leaks.
///
/// Both numbers are of the whole process: other tests that run at the same time count as well, and the first use of a
/// library may open something for good. Use the parts once, then count, use them again many times, and count.
public enum ProcessResources: Sendable {
  /// How many threads there are.
  public static var threadCount: Int { entries("task") }

  /// How many file descriptors are open.
  public static var fileDescriptorCount: Int {
    // One of them is the listing itself.
    max(0, entries("fd") - 1)
  }

  /// Waits until a number is small enough: threads and descriptors go a moment after their owner.
  ///
  /// The system tells nobody when it has taken a thread away, so this looks every 10 ms.
  ///
  /// - Parameters:
  ///   - count: The number, for example `{ ProcessResources.threadCount }`.
  ///   - most: What it may be.
  ///   - limit: How long to wait.
  /// - Returns: Whether it became small enough.
  /// - Throws: `CancellationError` when the task is cancelled.
  public static func wait(
    until count: @Sendable () -> Int, isAtMost most: Int, upTo limit: Duration = .seconds(30)
  ) async throws -> Bool {
    try await eventually(upTo: limit) { count() <= most }
  }

  /// The names of all threads.
  package static var threadNames: [String] {
    let folder = "/proc/self/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.compactMap { thread in
      guard let file = FileHandle(forReadingAtPath: "\(folder)/\(thread)/comm") else { return nil }
      defer { try? file.close() }
      let name = (try? file.readToEnd()) ?? Data()
      return String(decoding: name.dropLast(), as: UTF8.self)
    }
  }

  /// Waits until there are so many threads whose name begins so; the system lists one for a moment after its end.
  ///
  /// - Parameters:
  ///   - prefix: How their names begin.
  ///   - count: How many.
  /// - Returns: Whether there were so many within the limit.
  /// - Throws: `CancellationError` when the task is cancelled.
  package static func wait(forThreadsNamed prefix: String, count: Int) async throws -> Bool {
    try await eventually { threadNames.count { $0.hasPrefix(prefix) } == count }
  }

  private static func entries(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
  }
}
