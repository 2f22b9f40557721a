// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge
  internal import HearsayCore

  // What C calls on the loop thread. Static functions: a closure written inside an actor would take its isolation, and
  // trap on the thread that C calls it on. They copy what they are given and go on as the actor.

  extension PipeWireConnection {
    /// The table of functions for the C bridge.
    static var events: hearsay_pw_connection_events {
      unsafe hearsay_pw_connection_events(
        greeted: { unsafe PipeWireConnection.behind($0)?.assumeIsolated { $0.greeted() } },
        synced: { unsafe PipeWireConnection.syncedCallback($0, $1) },
        failed: { unsafe PipeWireConnection.failedCallback($0, $1, $2) },
        device_added: { unsafe PipeWireConnection.deviceCallback($0, $1) },
        link_added: { unsafe PipeWireConnection.linkCallback($0, $1, $2, $3) },
        global_removed: { unsafe PipeWireConnection.removedCallback($0, $1) },
        default_changed: { unsafe PipeWireConnection.defaultCallback($0, $1, $2) },
        defaults_present: { unsafe PipeWireConnection.storeCallback($0, $1) })
    }

    private static func behind(_ context: UnsafeMutableRawPointer?) -> PipeWireConnection? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<PipeWireConnection>.fromOpaque(context).takeUnretainedValue()
    }

    private static func syncedCallback(_ context: UnsafeMutableRawPointer?, _ sequence: Int32) {
      unsafe behind(context)?.assumeIsolated { $0.synced(sequence) }
    }

    private static func failedCallback(
      _ context: UnsafeMutableRawPointer?, _ result: Int32, _ message: UnsafePointer<CChar>
    ) {
      let message = unsafe String(cString: message)
      unsafe behind(context)?.assumeIsolated { $0.serverFailed(result, message) }
    }

    private static func deviceCallback(_ context: UnsafeMutableRawPointer?, _ device: UnsafePointer<hearsay_pw_device>)
    {
      let device = unsafe device.pointee
      func string(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
      }
      let id = unsafe device.id
      let name = unsafe String(cString: device.name)
      let facts = unsafe DeviceFacts(
        name: name, mediaClass: String(cString: device.media_class), api: string(device.api), bus: string(device.bus),
        formFactor: string(device.form_factor), factory: string(device.factory), path: string(device.path),
        network: string(device.network))
      let node = unsafe GraphModel.Node(
        name: name, description: string(device.description) ?? name, mediaClass: facts.mediaClass, kind: facts.kind)
      unsafe behind(context)?.assumeIsolated { $0.deviceAdded(id, node) }
    }

    private static func linkCallback(
      _ context: UnsafeMutableRawPointer?, _ id: UInt32, _ output: UInt32, _ input: UInt32
    ) {
      unsafe behind(context)?.assumeIsolated { $0.linkAdded(id, GraphModel.Link(output: output, input: input)) }
    }

    private static func removedCallback(_ context: UnsafeMutableRawPointer?, _ id: UInt32) {
      unsafe behind(context)?.assumeIsolated { $0.globalRemoved(id) }
    }

    private static func defaultCallback(
      _ context: UnsafeMutableRawPointer?, _ key: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?
    ) {
      let key = unsafe String(cString: key)
      var text: String?
      if let value = unsafe value { text = unsafe String(cString: value) }
      let copy = text
      unsafe behind(context)?.assumeIsolated { $0.defaultChanged(key, copy) }
    }

    private static func storeCallback(_ context: UnsafeMutableRawPointer?, _ isPresent: Int32) {
      unsafe behind(context)?.assumeIsolated { $0.sessionStore(isPresent: isPresent != 0) }
    }
  }
#endif
