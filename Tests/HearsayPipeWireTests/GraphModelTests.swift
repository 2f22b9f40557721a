// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayPipeWire

@Suite("GraphModel")
struct GraphModelTests {
  private func node(_ name: String, _ mediaClass: String) -> GraphModel.Node {
    GraphModel.Node(name: name, description: "The \(name)", mediaClass: mediaClass, kind: .usb)
  }

  private func device(_ name: String, _ direction: AudioDevice.Direction) -> AudioDevice {
    AudioDevice(id: name, direction: direction, description: "The \(name)", kind: .usb)
  }

  @Test("a duplex node is an input and an output")
  func duplex() {
    var graph = GraphModel()
    #expect(
      graph.nodeAdded(5, node("card", "Audio/Duplex")) == [
        .deviceAdded(device("card", .input)), .deviceAdded(device("card", .output)),
      ])
    #expect(graph.removed(5) == [.deviceRemoved(.input, id: "card"), .deviceRemoved(.output, id: "card")])
  }

  @Test("of two nodes of one name only the first arrival and the last departure are events")
  func sameName() {
    var graph = GraphModel()
    #expect(graph.nodeAdded(5, node("mic", "Audio/Source")).count == 1)
    #expect(graph.nodeAdded(6, node("mic", "Audio/Source")).isEmpty)
    #expect(graph.removed(5).isEmpty)
    #expect(graph.removed(6) == [.deviceRemoved(.input, id: "mic")])
  }

  @Test("an id that PipeWire uses again is the new node's")
  func reusedID() {
    var graph = GraphModel()
    _ = graph.nodeAdded(5, node("mic", "Audio/Source"))
    _ = graph.removed(5)
    #expect(graph.nodeAdded(5, node("speaker", "Audio/Sink")) == [.deviceAdded(device("speaker", .output))])
    #expect(graph.removed(7).isEmpty)
  }

  @Test("a default is reported when it changes, and withdrawn with the session manager")
  func defaults() {
    var graph = GraphModel()
    _ = graph.sessionStore(isPresent: true)
    let value = "{\"name\":\"mic\"}"
    #expect(
      graph.defaultChanged(key: "default.audio.source", value: value) == [.defaultChanged(.input, id: "mic")])
    #expect(graph.defaultChanged(key: "default.audio.source", value: value).isEmpty)
    #expect(graph.defaultChanged(key: "default.configured.audio.source", value: value).isEmpty)
    #expect(graph.sessionStore(isPresent: false) == [.defaultChanged(.input, id: nil)])
  }

  @Test("a snapshot is devices in their order, defaults, ready")
  func snapshot() {
    var graph = GraphModel()
    _ = graph.nodeAdded(9, node("b", "Audio/Source/Virtual"))
    _ = graph.nodeAdded(3, node("a", "Audio/Sink"))
    #expect(
      graph.snapshot == [
        .deviceAdded(device("b", .input)), .deviceAdded(device("a", .output)),
        .defaultChanged(.input, id: nil), .defaultChanged(.output, id: nil), .ready,
      ])
  }

  @Test(
    "the name in a session manager's value is found",
    arguments: [
      ("{\"name\":\"mic\"}", "mic"), ("{ \"name\" : \"a \\\"b\\\" \\u00e9\" }", "a \"b\" é"),
      ("{\"other\":\"name\",\"name\":\"x\"}", "x"), ("{}", nil), ("", nil), ("{\"name\":", nil),
      ("{\"name\":\"\"}", nil), ("{\"name\":\"unfinished", nil), ("\"name\"", nil),
    ] as [(String, String?)])
  func defaultName(json: String, name: String?) {
    #expect(DefaultDeviceValue.name(in: json) == name)
  }

  @Test("the kind of a device follows from its properties")
  func kinds() {
    func kind(_ change: (inout DeviceFacts) -> Void) -> AudioDevice.Kind {
      var facts = DeviceFacts(name: "x", mediaClass: "Audio/Sink", api: "alsa")
      change(&facts)
      return facts.kind
    }
    #expect(kind { $0.bus = "pci" } == .builtIn)
    #expect(kind { $0.bus = "usb" } == .usb)
    #expect(kind { $0.api = "bluez5" } == .bluetooth)
    #expect(kind { ($0.bus, $0.path) = ("pci", "hdmi:0") } == .hdmi)
    #expect(kind { $0.name = "alsa_output.pci-0000_01_00.1.hdmi-stereo" } == .hdmi)
    #expect(kind { ($0.api, $0.factory) = (nil, "support.null-audio-sink") } == .virtual)
    #expect(kind { $0.mediaClass = "Audio/Source/Virtual" } == .virtual)
    #expect(kind { $0.network = "true" } == .network)
  }
}
