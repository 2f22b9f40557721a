// SPDX-License-Identifier: Apache-2.0

/// The devices there are and which of them are the defaults; pure.
///
/// A default may be named before its device is there: until it comes, the former default stays, as long as it is there
/// itself.
struct GraphSnapshot: Sendable, Hashable {
  private struct Key: Sendable, Hashable {
    var direction: AudioDevice.Direction
    var id: String
  }

  private var present: [Key: AudioDevice] = [:]
  // The name that the server gave last.
  private var wanted: [AudioDevice.Direction: String] = [:]
  // The device that is the default, always one that is present.
  private var effective: [AudioDevice.Direction: String] = [:]

  var route: AudioRoute { AudioRoute(input: defaultDevice(.input), output: defaultDevice(.output)) }

  func devices(_ direction: AudioDevice.Direction) -> [AudioDevice] {
    present.values.filter { $0.direction == direction }.sorted { $0.id < $1.id }
  }

  /// Takes a fact in and returns the changes that it means; none for one that says nothing new.
  mutating func apply(_ event: GraphEvent, at time: MonotonicTime) -> [RouteChange] {
    switch event {
    case .deviceAdded(let device): added(device, at: time)
    case .deviceRemoved(let direction, let id): removed(Key(direction: direction, id: id), at: time)
    case .defaultChanged(let direction, let id): defaultNamed(id, direction, at: time)
    case .ready: []
    }
  }

  /// The changes that lead from this state to `other`: devices gone, devices new, then defaults.
  func changes(to other: GraphSnapshot, at time: MonotonicTime) -> [RouteChange] {
    var state = self
    var changes: [RouteChange] = []
    for direction in [AudioDevice.Direction.input, .output] {
      for device in devices(direction) where other.present[Key(direction: direction, id: device.id)] == nil {
        changes += state.apply(.deviceRemoved(direction, id: device.id), at: time)
      }
    }
    // What the former server had named is no longer wanted; only the new one's word counts.
    state.wanted = other.effective
    for direction in [AudioDevice.Direction.input, .output] {
      for device in other.devices(direction) { changes += state.apply(.deviceAdded(device), at: time) }
    }
    for direction in [AudioDevice.Direction.input, .output] {
      changes += state.apply(.defaultChanged(direction, id: other.effective[direction]), at: time)
    }
    return changes
  }

  private func defaultDevice(_ direction: AudioDevice.Direction) -> AudioDevice? {
    effective[direction].flatMap { present[Key(direction: direction, id: $0)] }
  }

  private mutating func added(_ device: AudioDevice, at time: MonotonicTime) -> [RouteChange] {
    let before = route
    let isNew = present.updateValue(device, forKey: Key(direction: device.direction, id: device.id)) == nil
    guard isNew else { return [] }
    let change = RouteChange(
      reason: .newDeviceAvailable, device: device, previousRoute: before, currentRoute: route, time: time)
    return [change] + settle(device.direction, at: time)
  }

  private mutating func removed(_ key: Key, at time: MonotonicTime) -> [RouteChange] {
    let before = route
    guard let device = present.removeValue(forKey: key) else { return [] }
    if effective[key.direction] == key.id { effective[key.direction] = nil }
    return [
      RouteChange(
        reason: .oldDeviceUnavailable, device: device, previousRoute: before, currentRoute: route, time: time)
    ]
  }

  private mutating func defaultNamed(
    _ id: String?, _ direction: AudioDevice.Direction, at time: MonotonicTime
  ) -> [RouteChange] {
    wanted[direction] = id
    return settle(direction, at: time)
  }

  /// Makes the wanted device the default if it is there.
  private mutating func settle(_ direction: AudioDevice.Direction, at time: MonotonicTime) -> [RouteChange] {
    let before = route
    if let id = wanted[direction], present[Key(direction: direction, id: id)] == nil { return [] }
    guard effective[direction] != wanted[direction] else { return [] }
    effective[direction] = wanted[direction]
    return [
      RouteChange(
        reason: .defaultChanged, device: defaultDevice(direction), previousRoute: before, currentRoute: route,
        time: time)
    ]
  }
}
