// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Watches the audio server's devices while something is done with them.
enum DeviceWatch {
  /// Runs `body` once the devices are known, and returns when the connection is closed again.
  ///
  /// - Throws: `audio_error` or `permission_denied` when the audio server does not answer, and what `body` throws.
  static func run<Value: Sendable>(_ body: (AudioSession) async throws -> Value) async throws -> Value {
    let configuration = VoiceConfiguration.standard()
    let session = AudioSession(graph: configuration.graph)
    let result: Result<Value, any Error>
    do {
      let value = try await withThrowingTaskGroup(of: Void.self) { group in
        // What makes it fail is thrown by `ready()` as well.
        group.addTask { try? await session.run() }
        defer { group.cancelAll() }
        try await session.ready()
        return try await body(session)
      }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    await configuration.shutdown()
    return try result.get()
  }
}
