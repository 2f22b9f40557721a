// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// Decides what the server's events mean for one stream: that it runs, that it only hiccups, or why it ended.
  ///
  /// Pure: it owns no clock; a wait is an action, and the end of the wait is an event. A pause is no verdict by itself,
  /// because a session manager that moves a stream to another device pauses it for some milliseconds: what follows within
  /// the grace decides.
  struct StreamStateMachine {
    /// What the server says about the stream.
    enum ServerState: Sendable {
      case failed, unconnected, connecting, paused, streaming
    }

    /// What we want of the stream, and how far it is.
    enum Phase: Hashable, Sendable {
      /// Made, not yet known to the server.
      case opening
      /// There, corked by us.
      case corked
      /// Wanted to run, not running yet.
      case starting
      /// Running.
      case running
      /// Over.
      case ended
    }

    /// What is to be done.
    enum Action: Hashable, Sendable {
      /// Tell whoever waits that the phase wanted is reached.
      case reached
      /// The stream is over: tell the owner.
      case end(VoiceError)
      /// Call `graceOver()` after this long, unless taken back.
      case startGrace(Duration)
      /// Take the call back.
      case cancelGrace
    }

    /// The device on the other side of our link.
    struct Peer: Hashable, Sendable {
      var id: UInt32
      var name: String?
      var isSink: Bool
      var isSource: Bool
    }

    /// How long a pause may last before it counts as a take-over.
    ///
    /// A session manager needs 1 to 10 ms to move a stream; the rest is for a busy machine.
    static let pauseGrace: Duration = .milliseconds(250)
    /// How long a start goes on after the session manager said that it has no device for us.
    static let deviceGrace: Duration = .milliseconds(500)

    let direction: AudioDevice.Direction
    /// The device that was asked for; `nil` follows the default.
    let device: String?

    private(set) var phase: Phase
    private(set) var isStreaming = false
    /// Whether the phase wanted is still to be reached.
    var isUnderWay: Bool { phase == .opening || phase == .starting }
    private var hasCycled = false
    private var hasFormat = false
    private var isGraceRunning = false
    private var hasSessionManager = true
    private var links: Set<UInt32> = []
    private var peer: Peer?
    private var lastPeer: Peer?

    /// Makes the machine of a new stream, which starts to run at once or stays corked.
    init(direction: AudioDevice.Direction, device: String?, corked: Bool) {
      self.direction = direction
      self.device = device
      phase = corked ? .opening : .starting
    }

    // MARK: - The server's events

    mutating func stateChanged(_ state: ServerState, message: String?) -> [Action] {
      guard phase != .ended else { return [] }
      isStreaming = state == .streaming
      switch state {
      case .streaming: return cancelGrace() + checkStart()
      case .connecting: return []
      case .paused:
        if phase == .opening {
          phase = .corked
          return [.reached]
        }
        return phase == .running ? startGrace(Self.pauseGrace) : []
      case .failed: return failed(message ?? "")
      case .unconnected:
        if phase == .running, lastPeer != nil, peer == nil { return end(removed) }
        return end(failure(message ?? "the server disconnected it"))
      }
    }

    private mutating func failed(_ message: String) -> [Action] {
      guard message == "no node available" else { return end(failure(message)) }
      // Not final: the session manager links the stream by itself as soon as there is a device.
      switch phase {
      case .opening, .corked: return []
      default: return startGrace(phase == .starting ? Self.deviceGrace : Self.pauseGrace)
      }
    }

    mutating func formatAgreed() { hasFormat = true }

    /// A cycle has passed on the data thread.
    mutating func cycled() -> [Action] {
      hasCycled = true
      return checkStart()
    }

    mutating func linked(_ link: UInt32, to peer: Peer) -> [Action] {
      guard phase != .ended else { return [] }
      links.insert(link)
      self.peer = peer
      lastPeer = peer
      if let device, peer.name != device {
        return end(phase == .running ? removed : notConnected(to: device, instead: peer))
      }
      if direction == .input, device == nil, peer.isSink, !peer.isSource {
        return end(notConnected(to: "the default input", instead: peer))
      }
      return []
    }

    /// What the device on the other side is has become known.
    mutating func peerDescribed(_ described: Peer) {
      guard peer?.id == described.id else { return }
      peer = described
      lastPeer = described
    }

    mutating func unlinked(_ link: UInt32) {
      links.remove(link)
      if links.isEmpty { peer = nil }
    }

    /// A node is gone from the graph.
    mutating func nodeRemoved(_ id: UInt32) -> [Action] {
      guard phase != .ended, let last = peer ?? lastPeer, last.id == id else { return [] }
      if peer?.id == id { peer = nil }
      // A corked stream that follows the default waits for the next one.
      if device == nil, phase == .opening || phase == .corked {
        lastPeer = nil
        return []
      }
      return end(removed)
    }

    /// Our own node is gone from what the server shows us.
    mutating func ownNodeRemoved() -> [Action] {
      guard phase != .ended else { return [] }
      return end(
        isStreaming
          ? VoiceError(
            .permissionDenied, .accessDenied,
            "The audio server took away the permission to use \(what); grant it again in the system's settings.")
          : failure("its node was removed"))
    }

    mutating func sessionManager(isPresent: Bool) { hasSessionManager = isPresent }

    // MARK: - Our own events

    /// The owner wants the stream to run.
    mutating func resumed() -> [Action] {
      guard phase == .opening || phase == .corked else { return phase == .running ? [.reached] : [] }
      phase = .starting
      return checkStart()
    }

    /// The owner corked the stream.
    mutating func corked() -> [Action] {
      guard phase == .starting || phase == .running else { return [] }
      phase = .corked
      hasCycled = false
      return cancelGrace()
    }

    /// The connection is lost or refused.
    mutating func connectionFailed(_ error: VoiceError) -> [Action] { end(error) }

    /// The owner closed the stream.
    mutating func closed() -> [Action] {
      guard phase != .ended else { return [] }
      phase = .ended
      isStreaming = false
      return cancelGrace()
    }

    mutating func graceOver() -> [Action] {
      isGraceRunning = false
      guard !isStreaming else { return [] }
      switch phase {
      case .starting: return end(noDevice)
      case .running: return end(takenOver)
      default: return []
      }
    }

    /// The limit for reaching the wanted phase has passed.
    mutating func limitReached() -> [Action] {
      switch phase {
      case .opening:
        return end(
          VoiceError(
            .audioError, .serviceUnresponsive,
            "PipeWire did not accept \(what) in time; see whether the server still answers (pw-cli info 0).",
            isRecoverable: true))
      case .starting: return end(startFailure)
      default: return []
      }
    }

    // MARK: - Verdicts

    private var what: String { direction == .input ? "the microphone" : "the speaker" }
    private var peerName: String { (peer ?? lastPeer)?.name ?? device ?? what }

    private mutating func checkStart() -> [Action] {
      guard phase == .starting, isStreaming, hasCycled else { return [] }
      phase = .running
      return [.reached]
    }

    private mutating func end(_ error: VoiceError) -> [Action] {
      guard phase != .ended else { return [] }
      phase = .ended
      isStreaming = false
      return cancelGrace() + [.end(error)]
    }

    private mutating func startGrace(_ duration: Duration) -> [Action] {
      guard !isGraceRunning else { return [] }
      isGraceRunning = true
      return [.startGrace(duration)]
    }

    private mutating func cancelGrace() -> [Action] {
      guard isGraceRunning else { return [] }
      isGraceRunning = false
      return [.cancelGrace]
    }

    private var removed: VoiceError {
      VoiceError(
        .routeChanged, .deviceRemoved,
        "The audio device \(peerName) was removed; start again to use another one.", isRecoverable: true)
    }

    private var takenOver: VoiceError {
      if !hasSessionManager {
        return VoiceError(
          .interrupted, .serviceUnavailable,
          "The session manager went away and took \(what) with it; start again once it is back.", isRecoverable: true)
      }
      return VoiceError(
        .interrupted, .takenOver,
        "Another program, for example a call, took over \(what) (\(peerName)); start again when it is done.",
        isRecoverable: true)
    }

    private var noDevice: VoiceError {
      VoiceError(
        .audioError, .noDevice,
        direction == .input
          ? "There is no microphone: PipeWire has no input for us; plug one in or turn one on."
          : "There is no speaker: PipeWire has no output for us; plug one in or turn one on.",
        isRecoverable: true)
    }

    private func failure(_ message: String) -> VoiceError {
      VoiceError(
        .audioError, .streamFailed, "PipeWire ended the stream for \(what) (\(message)); start again.",
        isRecoverable: true, underlying: VoiceError.Underlying(domain: "pipewire", number: 0, text: message))
    }

    private func notConnected(to wanted: String, instead peer: Peer) -> VoiceError {
      VoiceError(
        .audioError, .noDevice,
        "The session manager connected \(peer.name ?? "another node") instead of \(wanted); choose another device.",
        isRecoverable: true)
    }

    private var startFailure: VoiceError {
      if isStreaming {
        return VoiceError(
          .audioError, .inputStalled,
          "The audio device \(peerName) delivers nothing; unplug it and plug it in again, or choose another one.",
          isRecoverable: true)
      }
      if peer == nil {
        return VoiceError(
          .audioError, .noDevice,
          "Nothing connected \(what) to a device; see whether a session manager (wireplumber) runs and has a device "
            + "that is turned on.", isRecoverable: true)
      }
      if !hasFormat {
        return VoiceError(
          .audioError, .formatNotSupported,
          "The audio device \(peerName) and this program found no common format; choose another sample rate or device.")
      }
      return VoiceError(
        .audioError, .inputStalled, "The audio device \(peerName) did not start; choose another one.",
        isRecoverable: true)
    }
  }
#endif
