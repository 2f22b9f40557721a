// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Hearsay
internal import HearsayCore
internal import HearsayTesting

/// From the microphone to the text and from the text to the ear, on a private graph with short and with long cycles.
struct LiveScenario: Scenario {
  static let name = "live"
  private static let listenings = 3
  private static let utterances = 20
  private static let streams = 10

  init(_ settings: BenchmarkSettings) {}

  func run() async throws -> [Measurement] {
    var result: [Measurement] = []
    for quantum in [256, 1024] {
      let server = try await VirtualAudioServer.start(.init(quantum: quantum))
      do {
        result += try await Self.measure(on: server).map { $0.renamed("quantum \(quantum): \($0.name)") }
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
    return result
  }

  private static func measure(on server: VirtualAudioServer) async throws -> [Measurement] {
    var configuration = VoiceConfiguration.standard(remote: server.socketPath)
    let trace = TraceRecorder(capacity: 1 << 16)
    configuration.trace = trace
    let session = VoiceSession(configuration)
    let ears = VoiceConfiguration.standard(remote: server.socketPath)
    var result: [Measurement] = []
    let start = ContinuousClock.now
    try await session.prepare()
    result.append(Measurement("cold start: prepare", unit: "ms", [milliseconds(ContinuousClock.now - start)]))
    result += try await listen(session, server, trace)
    result += try await Ear.listen(at: "speaker", with: ears.capture) { ear in
      try await speak(session, ear) + streams(server, ears, ear)
    }
    await session.close()
    await ears.shutdown()
    return result
  }

  // MARK: - Hearing

  private static func listen(
    _ session: VoiceSession, _ server: VirtualAudioServer, _ trace: TraceRecorder
  ) async throws -> [Measurement] {
    let speech = try Speech(file: "/usr/share/pocketsphinx/test/data/goforward.raw", chunkSize: 320)
    let samples = speech.samples.map { Float($0) / 32768 }
    var ready: [Double] = []
    for round in 0..<listenings {
      let start = ContinuousClock.now
      try await session.startListening()
      ready.append(milliseconds(ContinuousClock.now - start))
      try await server.play(samples, sampleRate: 16_000, into: "mic").finished()
      let transcript = await session.stopListening()
      try speech.agree(on: transcript.text, round: 0, isOurs: round % 2 == 0)
    }
    let durations = LatencyReport.durations(trace.records(), sampleRate: 16_000)
    func values(_ path: LatencyPath) -> [Double] { (durations[path] ?? []).map(milliseconds) }
    return [
      Measurement("warm start: start to ready", unit: "ms", ready),
      Measurement("captured to in the ring", unit: "ms", values(.captureToRing)),
      Measurement("in the ring to chunk", unit: "ms", values(.ringToChunk)),
      Measurement.percentile99("in the ring to chunk, p99", unit: "ms", values(.ringToChunk)),
      Measurement("captured to partial", unit: "ms", values(.captureToPartial)),
      Measurement.percentile99("captured to partial, p99", unit: "ms", values(.captureToPartial)),
      Measurement("stop to final", unit: "ms", values(.stopToFinal)),
    ]
  }

  // MARK: - Saying

  private static func speak(_ session: VoiceSession, _ ear: Ear) async throws -> [Measurement] {
    var first: [Double] = []
    for _ in 0..<utterances {
      ear.reset()
      let start = MonotonicTime.now
      try await session.speak("Hello there.")
      first.append(milliseconds(try await ear.start() - start))
      await session.finishSpeaking()
    }
    var silence: [Double] = []
    let long = String(repeating: "The quick brown fox jumps over it, ", count: 100)
    for _ in 0..<utterances {
      _ = try await ear.end(upTo: .now + .milliseconds(50))
      ear.reset()
      try await session.speak(long)
      _ = try await ear.start()
      await session.cancelSpeech()
      let cancelled = MonotonicTime.now
      let last = try await ear.end(upTo: cancelled + .milliseconds(200))
      silence.append(last.map { max(0, milliseconds($0 - cancelled)) } ?? 0)
    }
    return [
      Measurement("speak to first sample at the ear", unit: "ms", first),
      Measurement.percentile99("speak to first sample at the ear, p99", unit: "ms", first),
      Measurement("cancel to silence", unit: "ms", silence),
      Measurement.percentile99("cancel to silence, p99", unit: "ms", silence),
    ]
  }

  /// A tone by a new stream of ours and by `pw-cat`, from the request until it is heard.
  private static func streams(
    _ server: VirtualAudioServer, _ parts: VoiceConfiguration, _ ear: Ear
  ) async throws -> [Measurement] {
    let tone = (0..<9600).map { Float(sin(Double($0) * 0.06)) * 0.5 }
    let file = NSTemporaryDirectory() + "hearsay-tone-\(UUID().uuidString).wav"
    try await ToneFile.write(tone, to: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<streams {
      _ = try await ear.end(upTo: .now + .milliseconds(300))
      ear.reset()
      var start = MonotonicTime.now
      let buffer = PlaybackBuffer(format: AudioFormat(sampleRate: 48_000), capacity: tone.count)
      let stream = try await parts.playback.open(PlaybackRequest(device: "speaker"), from: buffer)
      _ = buffer.write(tone[...])
      try await stream.resume()
      ours.append(milliseconds(try await ear.start() - start))
      while buffer.takenFrames < buffer.writtenFrames { await buffer.waitForProgress() }
      await stream.close()

      _ = try await ear.end(upTo: .now + .milliseconds(300))
      ear.reset()
      start = .now
      let player = Process()
      player.executableURL = URL(fileURLWithPath: "/usr/bin/pw-cat")
      player.arguments = ["--playback", "--target", "speaker", "--latency", "20ms", file]
      player.environment = server.childEnvironment
      try player.run()
      theirs.append(milliseconds(try await ear.start() - start))
      player.waitUntilExit()
    }
    let own = Measurement("new stream to first sample at the ear", unit: "ms", ours)
    let peer = Measurement("pw-cat, start to first sample at the ear", unit: "ms", theirs)
    return [own, peer, .ratio("new stream to pw-cat", own, to: peer)]
  }

  private static func milliseconds(_ duration: Duration) -> Double { duration.inSeconds * 1000 }
}
