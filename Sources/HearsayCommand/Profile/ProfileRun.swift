// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore
internal import HearsayTesting

/// Runs a workload through one voice session and collects what it leaves.
struct ProfileRun: Sendable {
  /// What is heard and said, and how often.
  struct Workload: Sendable {
    var sentences: [DemoSentence] = []
    var texts: [String] = []
    var count = 1
    /// How long to listen to the real microphone instead of the sentences.
    var liveDuration: Duration?
  }

  let workload: Workload
  let quantum: Int?
  let console: Console

  /// On a private server with a virtual microphone and speaker.
  func runVirtual() async throws -> Profile {
    let server = try await VirtualAudioServer.start(.init(quantum: quantum))
    let result: Result<Profile, any Error>
    do {
      result = .success(
        try await run(remote: server.socketPath) { sentence in
          try await server.play(sentence.samples, sampleRate: sentence.sampleRate, into: "mic").finished()
        })
    } catch {
      result = .failure(error)
    }
    await server.stop()
    return try result.get()
  }

  /// With the machine's own microphone and speaker.
  func runLive(for duration: Duration) async throws -> Profile {
    try await run(remote: nil) { _ in
      await console.say("Listening for \(DemoReport.seconds(duration)): say something.")
      try await Task.sleep(for: duration)
    }
  }

  private func run(
    remote: String?, sounding: (DemoSentence) async throws -> Void
  ) async throws -> Profile {
    let trace = TraceRecorder(capacity: 1 << 18)
    var configuration = VoiceConfiguration.standard(remote: remote)
    configuration.trace = trace
    let sampleRate = configuration.recognition.sampleRate
    let session = VoiceSession(configuration)
    let updates = Locked<[TranscriptUpdate]>([])
    let events = session.events
    async let watching: Void = Self.collect(events, into: updates)
    var listenings: [Profile.Listening] = []
    var speakings: [Profile.Speaking] = []
    let began = ContinuousClock.now
    var usage = ProcessUsage.now
    var failure: (any Error)?
    do {
      try await session.prepare()
      usage = .now
      for round in 0..<workload.count {
        if workload.count > 1 { await console.say("Round \(round + 1) of \(workload.count).") }
        for sentence in workload.sentences {
          listenings.append(try await listen(session, sentence, sampleRate: sampleRate, sounding: sounding))
        }
        for text in workload.texts {
          let id = try await session.speak(text)
          await session.finishSpeaking()
          speakings.append(Profile.Speaking(id: id, text: text))
        }
      }
    } catch {
      failure = error
    }
    let used = ProcessUsage.now.since(usage)
    await session.close()
    await watching
    if let failure { throw failure }
    let heard = updates.withLock { $0 }
    for index in listenings.indices {
      listenings[index].updates = heard.filter { $0.sessionID == listenings[index].id }
    }
    return Profile(
      sampleRate: sampleRate, quantum: quantum, records: trace.records(), listenings: listenings, speakings: speakings,
      usage: used, duration: ContinuousClock.now - began)
  }

  private func listen(
    _ session: VoiceSession, _ sentence: DemoSentence, sampleRate: Int,
    sounding: (DemoSentence) async throws -> Void
  ) async throws -> Profile.Listening {
    let tap = AudioTap()
    let chunks = tap.chunks
    async let peaks = Self.peaks(of: chunks, sampleRate: sampleRate)
    defer { tap.finish() }
    let id = try await session.startListening(ListeningOptions(taps: [tap]))
    var listening = Profile.Listening(id: id, source: sentence.name)
    try await sounding(sentence)
    let transcript = await session.stopListening()
    tap.finish()
    await console.say("Heard: \(transcript.text.isEmpty ? "nothing that I understood" : transcript.text)")
    listening.peaks = await peaks
    return listening
  }

  private static func peaks(of chunks: EventStream<AudioChunk>, sampleRate: Int) async -> [Float] {
    let length = max(1, AudioFormat(sampleRate: sampleRate).frames(in: Profile.peakDuration))
    var peaks: [Float] = []
    for await chunk in chunks {
      for (offset, sample) in chunk.samples.enumerated() {
        let place = (chunk.sampleIndex + offset) / length
        while peaks.count <= place { peaks.append(0) }
        peaks[place] = max(peaks[place], abs(sample))
      }
    }
    return peaks
  }

  private static func collect(_ events: EventStream<VoiceEvent>, into updates: Locked<[TranscriptUpdate]>) async {
    for await event in events {
      if case .transcript(let update) = event { updates.withLock { $0.append(update) } }
    }
  }
}
