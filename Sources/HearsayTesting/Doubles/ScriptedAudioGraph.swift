// SPDX-License-Identifier: Apache-2.0

public import HearsayCore

/// An audio server's devices and defaults that change when the test says so.
///
/// The graph keeps the devices and the defaults, so that each new watch begins with the present state, as the
/// protocol asks.
public final class ScriptedAudioGraph: AudioGraph {
  private struct Watch: Sendable {
    var pending: [GraphEvent]
    /// Events that were taken out and whose report has not returned yet.
    var reporting = false
    var failure: VoiceError?
  }

  private enum Step: Sendable {
    case report(GraphEvent)
    case fail(VoiceError)
  }

  private struct State: Sendable {
    var devices: [AudioDevice]
    var defaults: [AudioDevice.Direction: String]
    var watches: [UInt64: Watch] = [:]
    var watchedCount = 0
    var refusals: [VoiceError] = []
    var nextID: UInt64 = 0

    mutating func apply(_ event: GraphEvent) {
      switch event {
      case .deviceAdded(let device):
        devices.removeAll { $0.id == device.id && $0.direction == device.direction }
        devices.append(device)
      case .deviceRemoved(let direction, let id): devices.removeAll { $0.id == id && $0.direction == direction }
      case .defaultChanged(let direction, let id): defaults[direction] = id
      default: break
      }
    }

    var present: [GraphEvent] {
      devices.map { .deviceAdded($0) }
        + [AudioDevice.Direction.input, .output].compactMap { direction in
          defaults[direction].map { .defaultChanged(direction, id: $0) }
        } + [.ready]
    }
  }

  private let state: Observed<State>

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - devices: The devices that are there from the start.
  ///   - defaultInput: The `id` of the default input.
  ///   - defaultOutput: The `id` of the default output.
  public init(devices: [AudioDevice] = [], defaultInput: String? = nil, defaultOutput: String? = nil) {
    var defaults: [AudioDevice.Direction: String] = [:]
    defaults[.input] = defaultInput
    defaults[.output] = defaultOutput
    state = Observed(State(devices: devices, defaults: defaults))
  }

  // MARK: - What the test makes happen

  /// Lets something happen in the graph; every watch is told.
  ///
  /// - Parameter event: What happens.
  public func send(_ event: GraphEvent) {
    state.update { state in
      state.apply(event)
      for id in state.watches.keys { state.watches[id]?.pending.append(event) }
    }
  }

  /// Ends every watch with an error, as a lost server does, once what was sent before is reported.
  ///
  /// - Parameter error: What they throw; a lost server unless said.
  public func fail(_ error: VoiceError = ScriptedAudioGraph.serviceLost) {
    state.update { state in for id in state.watches.keys { state.watches[id]?.failure = error } }
  }

  /// Makes the next `watch` fail at once; several are used up one after the other.
  ///
  /// - Parameter error: What it throws; an absent server unless said.
  public func refuseNext(_ error: VoiceError = ScriptedAudioGraph.serviceAbsent) {
    state.update { $0.refusals.append(error) }
  }

  /// What a watch throws whose server goes away.
  public static let serviceLost = VoiceError(
    .interrupted, .serviceUnavailable, "The scripted audio server went away; watch again.", isRecoverable: true)

  /// What a watch throws when there is no server.
  public static let serviceAbsent = VoiceError(
    .audioError, .serviceUnavailable, "There is no scripted audio server; watch again later.", isRecoverable: true)

  // MARK: - What the test sees

  /// How many watches there are now.
  public var activeWatchCount: Int { state.value.watches.count }

  /// How many watches were ever begun, refused ones included.
  public var watchCount: Int { state.value.watchedCount }

  /// Returns once at least `count` watches were begun in all.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for them.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitForWatches(_ count: Int = 1, upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(
      upTo: limit, complaint: { "Only \($0.watchedCount) of \(count) watches of the scripted graph were begun" },
      { $0.watchedCount >= count ? () : nil })
  }

  /// Returns once every watch has been told of everything sent so far.
  ///
  /// - Parameter limit: How long to wait.
  /// - Throws: `audio_error` (`timeLimit`) when the limit has passed; `CancellationError`.
  public func waitUntilReported(upTo limit: Duration = .seconds(120)) async throws {
    try await state.wait(upTo: limit, complaint: { _ in "The scripted graph has events that were not reported" }) {
      $0.watches.values.allSatisfy { $0.pending.isEmpty && !$0.reporting } ? () : nil
    }
  }

  // MARK: - AudioGraph

  /// Reports the present state, then what the test sends, until the task is cancelled or the test makes it fail.
  ///
  /// - Parameter report: Who is told, one event at a time.
  /// - Throws: What `fail(_:)` or `refuseNext(_:)` was given.
  public func watch(_ report: @escaping @Sendable (GraphEvent) -> Void) async throws(VoiceError) {
    let (id, refusal): (UInt64, VoiceError?) = state.update { state in
      state.nextID += 1
      state.watchedCount += 1
      if !state.refusals.isEmpty { return (0, state.refusals.removeFirst()) }
      state.watches[state.nextID] = Watch(pending: state.present)
      return (state.nextID, nil)
    }
    if let refusal { throw refusal }
    defer { _ = state.update { $0.watches.removeValue(forKey: id) } }
    while let step = await nextStep(of: id) {
      switch step {
      case .report(let event):
        report(event)
        state.update { $0.watches[id]?.reporting = false }
      case .fail(let error): throw error
      }
    }
  }

  /// What a watch has to do next; `nil` after cancellation.
  private func nextStep(of id: UInt64) async -> Step? {
    try? await state.wait { state -> Step? in
      guard var watch = state.watches[id] else { return nil }
      if !watch.pending.isEmpty {
        let event = watch.pending.removeFirst()
        watch.reporting = true
        state.watches[id] = watch
        return .report(event)
      }
      return watch.failure.map { .fail($0) }
    }
  }
}
