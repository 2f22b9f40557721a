// SPDX-License-Identifier: Apache-2.0

/// The configuration that the server's programs read: no sound card, no D-Bus, no home.
///
/// Real-time scheduling is asked for and used where the system allows it (root, or a limit for `rtprio`): without it a
/// busy machine makes the graph miss cycles.
enum ServerTexts {
  /// Gives a node its ports where no session manager does.
  static let autoPorts = "{ mode = dsp monitor = true position = preserve }"

  private static let libraries = """
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    """

  private static func modules(_ names: [String], more: String = "") -> String {
    let lines = names.map { "  { name = libpipewire-module-\($0) }" }
    return "context.modules = [\n\(lines.joined(separator: "\n"))\n\(more)]"
  }

  /// Real-time scheduling by the limits of the system alone; where they do not allow it, the module does nothing.
  private static let realTime =
    "  { name = libpipewire-module-rt args = { nice.level = 0 rt.prio = 20 rtportal.enabled = false "
    + "rtkit.enabled = false } flags = [ ifexists nofail ] }\n"

  private static let clientModules = [
    "protocol-native", "client-node", "client-device", "adapter", "metadata", "session-manager",
  ]

  /// The daemon, whose smallest quantum is the same in a virtual machine: stock configurations raise it there.
  static func daemon(_ configuration: VirtualAudioServer.Configuration) -> String {
    let rejected = configuration.rejectedPrograms.map { "\"\($0)\"" }.joined(separator: " ")
    // The session manager brings the store of defaults itself, and there must not be two.
    let metadata =
      configuration.sessionManager ? "" : "  { factory = metadata args = { metadata.name = default } }\n"
    return """
      context.properties = {
        core.daemon = true
        core.name = pipewire-0
        log.level = 2
        support.dbus = false
        mem.allow-mlock = false
        link.max-buffers = 16
        default.clock.rate = 48000
        default.clock.quantum = 1024
        default.clock.min-quantum = 32
        default.clock.max-quantum = 8192
      }
      \(libraries)
      \(modules(
        clientModules + ["spa-node-factory", "spa-device-factory", "link-factory", "profiler"],
        more: realTime + "  { name = libpipewire-module-access args = { access.rejected = [ \(rejected) ] } }\n"))
      context.objects = [
        # The clock of streams that are linked to no device.
        { factory = spa-node-factory args = {
          factory.name = support.node.driver node.name = Dummy-Driver
          node.group = pipewire.dummy priority.driver = 20000 } }
      \(metadata)]

      """
  }

  /// A client; `access` is what the access module is told of it.
  static func client(_ configuration: VirtualAudioServer.Configuration, access: String?) -> String {
    let streams = configuration.sessionManager ? "" : "adapter.auto-port-config = \(autoPorts)"
    return """
      context.properties = {
        log.level = 0
        mem.allow-mlock = false
        support.dbus = false
        \(access.map { "pipewire.client.access = \($0)" } ?? "")
      }
      \(libraries)
      \(modules(clientModules, more: realTime))
      filter.properties = { }
      stream.properties = { \(streams) }

      """
  }

  /// The session manager: WirePlumber's engine, with the policy of `policy(_:)`.
  static let sessionManager = """
    context.properties = {
      log.level = 2
      wireplumber.script-engine = lua-scripting
      support.dbus = false
      mem.allow-mlock = false
    }
    \(libraries)
    \(modules(clientModules))
    wireplumber.components = [
      { name = libwireplumber-module-lua-scripting, type = module }
      { name = hearsay.lua, type = config/lua }
    ]

    """

  /// Which of WirePlumber's own scripts run: the stock policy, without hardware, D-Bus or anything kept on disk.
  ///
  /// `suspend-node.lua` stays out: in WirePlumber 0.4.13 it crashes when an idle node is removed within five seconds.
  static func policy(_ configuration: VirtualAudioServer.Configuration) -> String {
    """
    components = {}
    local function module(name, args)
      components[name] = { "libwireplumber-module-" .. name, type = "module", args = args }
    end
    local function script(name, args)
      components[name] = { name, type = "script/lua", args = args }
    end
    local function access(word, permissions)
      return { matches = { { { "pipewire.access", "=", word } } }, default_permissions = permissions }
    end
    local options = { ["move"] = true, ["follow"] = true, ["duck.level"] = 0.3 }

    module("metadata")
    module("default-nodes", { ["use-persistent-storage"] = false })
    for _, name in ipairs({ "default-nodes-api", "mixer-api", "si-node", "si-audio-adapter", "si-standard-link",
      "si-audio-endpoint" }) do module(name) end
    script("access/access-default.lua", { rules = {
      access("denied", "r"), access("restricted", "rx"), access("flatpak", "rx") } })
    script("create-item.lua", options)
    script("policy-node.lua", options)
    \(configuration.roles ? roles : "")
    """
  }

  /// The role policy: each stream goes through an endpoint of its role, and a call pauses the others of its direction.
  private static let roles = """
    local function role(priority, action, own, aliases, class)
      return { ["alias"] = aliases, ["priority"] = priority, ["action.default"] = action, ["action." .. own] = "mix",
        ["media.class"] = class }
    end
    local calls = { "Communication", "Phone" }
    options.roles = {
      ["Capture"] = role(25, "cork", "Capture", { "Multimedia", "Music", "Voice", "Production", "Assistant" },
        "Audio/Source"),
      ["Call-Capture"] = role(75, "cork", "Call-Capture", calls, "Audio/Source"),
      ["Multimedia"] = role(25, "mix", "Multimedia", { "Movie", "Music", "Game", "Voice", "Assistant" }),
      ["Call"] = role(75, "cork", "Call", calls),
    }
    script("static-endpoints.lua", {
      ["endpoint.capture"] = { ["media.class"] = "Audio/Source", ["role"] = "Capture" },
      ["endpoint.call_capture"] = { ["media.class"] = "Audio/Source", ["role"] = "Call-Capture" },
      ["endpoint.multimedia"] = { ["media.class"] = "Audio/Sink", ["role"] = "Multimedia" },
      ["endpoint.call"] = { ["media.class"] = "Audio/Sink", ["role"] = "Call" },
    })
    script("policy-endpoint-client.lua", options)
    script("policy-endpoint-client-links.lua", options)
    script("policy-endpoint-device.lua", options)
    """
}
