// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge

  // What C calls on the loop thread for a stream; static for the reason given for the connection's callbacks.

  extension StreamHandle {
    /// The table of functions for the C bridge.
    static var events: hearsay_pw_stream_events {
      unsafe hearsay_pw_stream_events(
        state_changed: { unsafe StreamHandle.stateCallback($0, $1, $2) },
        format_agreed: { unsafe StreamHandle.formatCallback($0) },
        cycled: { unsafe StreamHandle.cycleCallback($0) })
    }

    private static func behind(_ context: UnsafeMutableRawPointer?) -> StreamHandle? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<StreamHandle>.fromOpaque(context).takeUnretainedValue()
    }

    private static func stateCallback(
      _ context: UnsafeMutableRawPointer?, _ state: hearsay_pw_state, _ message: UnsafePointer<CChar>?
    ) {
      var text: String?
      if let message = unsafe message { text = unsafe String(cString: message) }
      let serverState: StreamStateMachine.ServerState =
        switch state {
        case HEARSAY_PW_STATE_STREAMING: .streaming
        case HEARSAY_PW_STATE_PAUSED: .paused
        case HEARSAY_PW_STATE_CONNECTING: .connecting
        case HEARSAY_PW_STATE_UNCONNECTED: .unconnected
        default: .failed
        }
      guard let handle = unsafe behind(context) else { return }
      let number = handle.number
      let copy = text
      handle.connection.assumeIsolated { $0.streamChanged(number, serverState, copy) }
    }

    private static func formatCallback(_ context: UnsafeMutableRawPointer?) {
      guard let handle = unsafe behind(context) else { return }
      let number = handle.number
      handle.connection.assumeIsolated { $0.streamFormatAgreed(number) }
    }

    private static func cycleCallback(_ context: UnsafeMutableRawPointer?) {
      guard let handle = unsafe behind(context) else { return }
      let number = handle.number
      handle.connection.assumeIsolated { $0.streamCycled(number) }
    }
  }
#endif
