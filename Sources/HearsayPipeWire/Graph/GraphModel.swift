// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// What is known of a PipeWire graph: devices, links and defaults.
  ///
  /// Pure: facts go in, `GraphEvent`s come out.
  ///
  /// PipeWire reuses numeric ids, so that they stay in here; outside a device is known by its name.
  struct GraphModel {
    /// A node that is a device.
    struct Node: Hashable, Sendable {
      var name: String
      var description: String
      var mediaClass: String
      var kind: AudioDevice.Kind

      /// Whether sound can be captured from it other than as the monitor of an output.
      var isSource: Bool { mediaClass.hasPrefix("Audio/Source") || mediaClass == "Audio/Duplex" }

      /// Whether sound can be played on it.
      var isSink: Bool { mediaClass.hasPrefix("Audio/Sink") || mediaClass == "Audio/Duplex" }

      func isOf(_ direction: AudioDevice.Direction) -> Bool { direction == .input ? isSource : isSink }

      /// The devices that the node is: an input, an output, or both.
      var devices: [AudioDevice] {
        [AudioDevice.Direction.input, .output].filter(isOf).map {
          AudioDevice(id: name, direction: $0, description: description, kind: kind)
        }
      }
    }

    /// A link between two nodes.
    struct Link: Hashable, Sendable {
      var output: UInt32
      var input: UInt32
    }

    private(set) var nodes: [UInt32: Node] = [:]
    private(set) var links: [UInt32: Link] = [:]
    private(set) var defaultInput: String?
    private(set) var defaultOutput: String?
    private(set) var hasSessionStore = false
    private var order: [UInt32] = []

    /// Every device, in the order in which the nodes came; one for each name and direction.
    var devices: [AudioDevice] {
      var seen: Set<[String]> = []
      return order.compactMap { nodes[$0] }.flatMap(\.devices).filter {
        seen.insert([$0.id, $0.direction.rawValue]).inserted
      }
    }

    /// The devices of one direction.
    func devices(_ direction: AudioDevice.Direction) -> [AudioDevice] { devices.filter { $0.direction == direction } }

    /// What a new watcher is told: devices, then defaults, then `ready`.
    var snapshot: [GraphEvent] {
      devices.map { .deviceAdded($0) }
        + [.defaultChanged(.input, id: defaultInput), .defaultChanged(.output, id: defaultOutput), .ready]
    }

    mutating func nodeAdded(_ id: UInt32, _ node: Node) -> [GraphEvent] {
      let known = devices
      if nodes.updateValue(node, forKey: id) == nil { order.append(id) }
      return node.devices.filter { device in !known.contains { $0.id == device.id && $0.direction == device.direction }
      }
      .map { .deviceAdded($0) }
    }

    mutating func linkAdded(_ id: UInt32, _ link: Link) { links[id] = link }

    /// Takes out whatever has the id.
    mutating func removed(_ id: UInt32) -> [GraphEvent] {
      links[id] = nil
      guard let node = nodes.removeValue(forKey: id) else { return [] }
      order.removeAll { $0 == id }
      let left = devices
      return node.devices.filter { device in !left.contains { $0.id == device.id && $0.direction == device.direction } }
        .map { .deviceRemoved($0.direction, id: $0.id) }
    }

    /// Takes in a value of the session manager's store.
    ///
    /// - Parameters:
    ///   - key: For example `default.audio.source`; unknown ones are ignored.
    ///   - value: JSON, `{"name":"…"}`; `nil` for none.
    /// - Returns: What watchers are told.
    mutating func defaultChanged(key: String, value: String?) -> [GraphEvent] {
      let name = value.flatMap(DefaultDeviceValue.name)
      switch key {
      case "default.audio.source":
        guard name != defaultInput else { return [] }
        defaultInput = name
        return [.defaultChanged(.input, id: name)]
      case "default.audio.sink":
        guard name != defaultOutput else { return [] }
        defaultOutput = name
        return [.defaultChanged(.output, id: name)]
      default: return []
      }
    }

    /// The session manager's store came or went; without it there are no defaults.
    mutating func sessionStore(isPresent: Bool) -> [GraphEvent] {
      hasSessionStore = isPresent
      if isPresent { return [] }
      return defaultChanged(key: "default.audio.source", value: nil)
        + defaultChanged(key: "default.audio.sink", value: nil)
    }
  }
#endif
