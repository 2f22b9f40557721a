// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Lists the inputs and outputs.
struct DevicesVerb: Verb {
  static let name = "devices"
  static let summary = "List the microphones and speakers."
  static let synopsis = "[--json]"
  static let options: [CommandOption] = []
  static let notes = "A star marks the defaults. Each line has the direction, the name, the kind and the description."

  init(_ arguments: CommandArguments) throws(UsageError) { try arguments.requireNoOperands() }

  func run(_ console: Console, until termination: Termination) async throws {
    let (devices, route) = try await DeviceWatch.run { session in
      (await session.availableInputs + session.availableOutputs, await session.currentRoute)
    }
    if devices.isEmpty {
      await console.warn("The audio server has no devices; plug one in, or start a session manager (wireplumber).")
    }
    let rows = devices.map { device in
      [
        isDefault(device, route) ? "*" : " ", device.direction.rawValue, device.id, device.kind.rawValue,
        device.description,
      ]
    }
    for (device, line) in zip(devices, TextTable.lines(rows)) {
      await console.emit(
        .object([
          "name": .text(device.id), "description": .text(device.description), "kind": .text(device.kind.rawValue),
          "direction": .text(device.direction.rawValue), "isDefault": .boolean(isDefault(device, route)),
        ]))
      await console.say(line)
    }
  }

  private func isDefault(_ device: AudioDevice, _ route: AudioRoute) -> Bool {
    device.id == (device.direction == .input ? route.input : route.output)?.id
  }
}
