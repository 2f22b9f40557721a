// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Tells of devices and interruptions as they come and go.
struct MonitorVerb: Verb {
  static let name = "monitor"
  static let summary = "Tell of devices that come and go, and of interruptions."
  static let synopsis = "[--json]"
  static let options: [CommandOption] = []
  static let notes = "Begins with the route as it is, and goes on until SIGINT (Ctrl-C) or SIGTERM."

  init(_ arguments: CommandArguments) throws(UsageError) { try arguments.requireNoOperands() }

  func run(_ console: Console, until termination: Termination) async throws {
    try await DeviceWatch.run { session in
      let events = session.events()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await event in events { await Self.print(event, on: console) } }
        group.addTask { _ = await termination.wait() }
        await group.next()
        group.cancelAll()
      }
    }
  }

  private static func print(_ event: AudioSession.Event, on console: Console) async {
    switch event {
    case .state(let route):
      await console.emit(EventObject.of(.state(VoiceState(route: route))))
      await console.say("input \(name(route.input)), output \(name(route.output))")
    case .routeChanged(let change):
      await console.emit(EventObject.of(.routeChanged(change)))
      await console.say(describe(change))
    case .interruption(let interruption):
      await console.emit(EventObject.of(.interruption(interruption)))
      switch interruption.phase {
      case .began: await console.say("interruption began (\(interruption.reason.rawValue))")
      case .ended(let shouldResume):
        await console.say(
          "interruption ended (\(interruption.reason.rawValue)), \(shouldResume ? "go on" : "do not go on")")
      }
    case .eventsDropped(let count):
      await console.emit(EventObject.of(.eventsDropped(count)))
      await console.warn("\(count) events were lost, because nobody read them in time.")
    }
  }

  private static func describe(_ change: RouteChange) -> String {
    let device = change.device.map { "\($0.direction.rawValue) \($0.id) (\($0.description))" } ?? "none"
    switch change.reason {
    case .newDeviceAvailable: return "new: \(device)"
    case .oldDeviceUnavailable: return "gone: \(device)"
    case .defaultChanged: return "default now: \(device)"
    default: return "\(change.reason.rawValue): \(device)"
    }
  }

  private static func name(_ device: AudioDevice?) -> String { device?.id ?? "none" }
}
