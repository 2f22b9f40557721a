// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@Suite("ScriptedAudioGraph")
struct ScriptedAudioGraphTests {
  private let mic = AudioDevice(id: "mic", direction: .input, description: "Microphone")
  private let headset = AudioDevice(id: "headset", direction: .input, description: "Headset")

  @Test("a watch begins with what is there, then has every change, and a later one begins with the changes")
  func watch() async throws {
    let graph = ScriptedAudioGraph(devices: [mic], defaultInput: "mic")
    let seen = EventRecorder<GraphEvent>()
    let watch = Task { try await graph.watch { seen.record($0) } }
    try await graph.waitForWatches()
    graph.send(.deviceAdded(headset))
    graph.send(.defaultChanged(.input, id: "headset"))
    graph.send(.deviceRemoved(.input, id: "mic"))
    try await graph.waitUntilReported()
    #expect(
      seen.events == [
        .deviceAdded(mic), .defaultChanged(.input, id: "mic"), .ready, .deviceAdded(headset),
        .defaultChanged(.input, id: "headset"), .deviceRemoved(.input, id: "mic"),
      ])

    watch.cancel()
    try await watch.value
    #expect(graph.activeWatchCount == 0)

    let again = EventRecorder<GraphEvent>()
    let second = Task { try await graph.watch { again.record($0) } }
    try await again.waitUntil(count: 3)
    #expect(again.events == [.deviceAdded(headset), .defaultChanged(.input, id: "headset"), .ready])
    #expect(graph.watchCount == 2)
    second.cancel()
    try await second.value
  }

  @Test("a lost server ends a watch with an error, after what was sent before")
  func fail() async throws {
    let graph = ScriptedAudioGraph()
    let seen = EventRecorder<GraphEvent>()
    let watch = Task { try await graph.watch { seen.record($0) } }
    try await graph.waitForWatches()
    graph.send(.deviceAdded(mic))
    graph.fail()
    await #expect(throws: ScriptedAudioGraph.serviceLost) { try await watch.value }
    #expect(seen.events == [.ready, .deviceAdded(mic)])
  }

  @Test("a refusal fails one watch, and the next succeeds")
  func refuse() async throws {
    let graph = ScriptedAudioGraph()
    graph.refuseNext()
    await #expect(throws: ScriptedAudioGraph.serviceAbsent) { try await graph.watch { _ in } }
    let watch = Task { try await graph.watch { _ in } }
    try await graph.waitForWatches(2)
    watch.cancel()
    try await watch.value
  }
}
