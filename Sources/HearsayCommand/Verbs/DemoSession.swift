// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// The session of a demonstration: prints what happens and measures it.
final class DemoSession: Sendable {
  private let session: VoiceSession
  private let console: Console
  private let report = Locked(DemoReport())
  private let ended = WakeSignal()

  private init(_ configuration: VoiceConfiguration, console: Console) {
    session = VoiceSession(configuration)
    self.console = console
  }

  /// Prepares a session, runs `body` with it, prints the report and closes the session.
  ///
  /// - Throws: What `body` and the session throw.
  static func run(
    on console: Console, remote: String? = nil, _ body: (DemoSession) async throws -> Void
  ) async throws {
    let demo = DemoSession(.standard(remote: remote), console: console)
    let events = demo.session.events
    async let watching: Void = demo.watch(events)
    let result: Result<Void, any Error>
    do {
      let start = MonotonicTime.now
      try await demo.session.prepare()
      let time = MonotonicTime.now - start
      demo.report.withLock { $0.prepare = time }
      await console.say("The recognizer, the voice and the devices are ready (\(DemoReport.seconds(time))).")
      try await body(demo)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await demo.session.close()
    await watching
    await console.endLive()
    try result.get()
    if let error = demo.report.withLock({ $0.error }) { throw error }
    let report = demo.report.withLock { $0 }
    await console.emit(EventObject.make("hearsay://demo-report", report.payload))
    for line in report.lines { await console.say(line) }
  }

  /// Listens while `body` makes the sound, which it says when it begins.
  func listen(while body: (_ sounding: @Sendable () -> Void) async throws -> Void) async throws {
    let start = MonotonicTime.now
    try await session.startListening()
    let ready = MonotonicTime.now
    report.withLock {
      $0.ready = ready - start
      $0.soundStart = ready
    }
    await console.beginLive()
    try await body { [report] in report.withLock { $0.soundStart = .now } }
    let stop = MonotonicTime.now
    let transcript = await session.stopListening()
    report.withLock {
      $0.final = .now - stop
      $0.text = transcript.text
    }
    await console.endLive()
    await console.say("Heard: \(transcript.text.isEmpty ? "nothing that I understood" : transcript.text)")
  }

  /// Speaks what was heard, and returns when it has been heard in turn.
  func speak() async throws {
    let text = report.withLock { $0.text }
    let answer = text.isEmpty ? "I heard nothing." : "You said: \(text)."
    await console.say("Saying: \(answer)")
    report.withLock { $0.speakStart = .now }
    try await session.speak(answer)
    await ended.wait()
    try Task.checkCancellation()
  }

  /// Looks at what came out of the speaker.
  func cameBack(_ samples: [Float], sampleRate: Int) async throws {
    let sounding = samples.count { abs($0) > 0.001 }
    let first = samples.firstIndex { abs($0) > 0.001 } ?? 0
    let last = samples.lastIndex { abs($0) > 0.001 } ?? 0
    let length = AudioFormat(sampleRate: sampleRate).duration(ofFrames: sounding == 0 ? 0 : last - first + 1)
    let peak = AudioLevel(of: samples).peak
    report.withLock { $0.cameBack = (length, peak) }
    guard sounding > 0 else {
      throw VoiceError(
        .audioError, .streamFailed, "The virtual speaker stayed silent; run 'hearsay doctor', then try again.")
    }
    await console.say(
      "The speaker gave \(DemoReport.seconds(length)) of sound, with a peak of \(DemoReport.rounded(Double(peak))).")
  }

  private func watch(_ events: EventStream<VoiceEvent>) async {
    for await event in events {
      if case .state = event { continue }
      await console.emit(EventObject.of(event))
      report.withLock { $0.eventArrived(event) }
      switch event {
      case .transcript(let update) where !update.isFinal && !update.text.isEmpty:
        await console.updateLive { $0.text = update.text }
        if !console.showsLiveLine { await console.say("  … \(update.text)") }
      case .synthesis(let event):
        if case .ended = event.kind { ended.signal() }
      default: break
      }
    }
  }
}
