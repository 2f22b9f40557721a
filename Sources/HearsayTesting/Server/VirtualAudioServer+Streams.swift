// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

extension VirtualAudioServer {
  /// Plays a WAV file (16-bit or float, one channel) into a microphone.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - microphone: The microphone's name.
  /// - Returns: The running player; audio flows from now on.
  /// - Throws: Like `play(_:sampleRate:into:)`; `invalid_argument` for a file that is not such a WAV.
  public func play(file: String, into microphone: String) async throws -> PlayingSound {
    let clip = try WaveFile.read(file)
    return try await play(clip.samples, sampleRate: clip.sampleRate, into: microphone)
  }

  /// Plays samples into a microphone, in real time.
  ///
  /// Samples at 48 kHz arrive unchanged. The sound drives the graph of its microphone: a cycle begins when its time has
  /// come and every client is done with the one before. So a machine that is too busy delays the sound and loses none
  /// of it. The player is of a media class that no policy touches, and linked by hand.
  ///
  /// - Parameters:
  ///   - samples: Mono samples in −1…1.
  ///   - sampleRate: Their rate, in Hz.
  ///   - microphone: The microphone's name.
  /// - Returns: The running player; audio flows from now on. Until it is waited for or cancelled, silence follows.
  /// - Throws: `invalid_argument` when there is no such microphone, or for a rate outside 1…1,000,000; `audio_error`
  ///   when the server does not comply.
  public func play(_ samples: [Float], sampleRate: Int, into microphone: String) async throws -> PlayingSound {
    _ = try await identifier(of: microphone)
    guard (1...1_000_000).contains(sampleRate) else {
      throw VoiceError(
        .invalidArgument, .outOfRange, "A sound cannot have a rate of \(sampleRate) Hz; it is 1 to 1000000.")
    }
    let node = newStreamName("play")
    let feeder = try SoundFeeder(samples, sampleRate: sampleRate, server: socketPath, name: node)
    feeders.append(feeder)
    do {
      try await link(output: node, input: microphone)
    } catch {
      feeder.end()
      throw error
    }
    return PlayingSound(feeder: feeder, duration: AudioFormat(sampleRate: sampleRate).duration(ofFrames: samples.count))
  }

  /// Records what a speaker plays, or what a microphone gives, at 48 kHz and one channel.
  ///
  /// - Parameter device: The name of the speaker or microphone.
  /// - Returns: The running recording; audio flows from now on.
  /// - Throws: `invalid_argument` when there is no such device; `audio_error` when the server does not comply.
  public func record(_ device: String) async throws -> SoundRecording {
    _ = try await identifier(of: device)
    let file = directory.newFile("record.wav")
    let node = newStreamName("record")
    let child = try processes.start(
      .cat,
      [
        "--record", "--target", "0", "--latency", "22ms", "--rate", "48000", "--channels", "1", "--format", "f32",
        "--properties", streamClass(node, "Tap"), file,
      ], environment: childEnvironment)
    do {
      try await poll("the recorder did not come up", while: child) {
        try await self.ports(outputs: false).contains { $0.hasPrefix("\(node):") }
      }
      try await link(output: device, input: node)
    } catch {
      await child.end()
      throw error
    }
    return SoundRecording(process: child, file: file)
  }

  /// Links two nodes by their names, port by port; one channel goes to both sides of two.
  ///
  /// Without a session manager this is what connects a client's stream to a device.
  ///
  /// - Parameters:
  ///   - output: The node that gives.
  ///   - input: The node that takes.
  /// - Throws: `invalid_argument` when one of them has no port of that direction within 30 seconds; `audio_error` when
  ///   the server does not comply.
  public func link(output: String, input: String) async throws {
    var outputs: [String] = []
    var inputs: [String] = []
    try await poll("the nodes '\(output)' and '\(input)' have no ports to link") {
      outputs = try await self.ports(outputs: true).filter { $0.hasPrefix("\(output):") }
      // The monitor of a player is an output as well, and not what is meant by its sound.
      let own = outputs.filter { !$0.hasPrefix("\(output):monitor_") }
      if !own.isEmpty { outputs = own }
      inputs = try await self.ports(outputs: false).filter { $0.hasPrefix("\(input):") }
      return !outputs.isEmpty && !inputs.isEmpty
    }
    for index in 0..<max(outputs.count, inputs.count) {
      let link = Link(output: outputs[index % outputs.count], input: inputs[index % inputs.count])
      guard try await !links().contains(link) else { continue }
      _ = try await run(.link, [link.output, link.input])
    }
  }

  /// Every link that there is.
  ///
  /// - Returns: The links by the names of their ports.
  /// - Throws: `audio_error` when the server does not answer.
  public func links() async throws -> [Link] { ServerOutput.links(in: try await run(.link, ["-l"])) }

  func ports(outputs: Bool) async throws -> [String] {
    try await run(.link, [outputs ? "-o" : "-i"]).split(separator: "\n").map(String.init)
  }

  private func newStreamName(_ kind: String) -> String {
    streamCount += 1
    return "hearsay-\(kind)-\(streamCount)"
  }

  /// The properties of a stream of the server's own, which no policy of a session manager touches.
  private func streamClass(_ node: String, _ kind: String) -> String {
    "{ node.name = \(node) media.class = Hearsay/\(kind) adapter.auto-port-config = \(ServerTexts.autoPorts) }"
  }
}
