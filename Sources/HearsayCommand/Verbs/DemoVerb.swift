// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore
internal import HearsayTesting

/// Shows the whole way once: hears a sentence, says it again, and tells how long each stage took.
struct DemoVerb: Verb {
  static let name = "demo"
  static let summary = "Show the whole way, from sound to text to sound; needs no sound card."
  static let synopsis = "[--live] [--file FILE] [--json]"
  static let options = [live, file]
  static let notes = """
    Starts a private PipeWire server with a virtual microphone and a virtual speaker, plays a recorded sentence into the
    microphone, recognises it, speaks the result and listens to what came out of the speaker. The machine's own audio is
    not touched. With --live it listens to the real microphone for five seconds instead, and answers aloud.
    The sentence is that of the Debian package pocketsphinx-testdata; without it the voice speaks one.
    Needs the Debian packages pipewire-bin and wireplumber.
    """

  private static let live = CommandOption("live", nil, "Use the running audio server, its microphone and speaker.")
  private static let file = CommandOption("file", "FILE", "The sentence to play (.raw is 16 kHz, 16 bit, mono).")

  private let isLive: Bool
  private let file: String?

  init(_ arguments: CommandArguments) throws(UsageError) {
    try arguments.requireNoOperands()
    isLive = arguments.has(Self.live)
    file = arguments.value(Self.file)
    guard !isLive || file == nil else {
      throw UsageError("The options '--live' and '--file' exclude each other; leave one of them out.")
    }
  }

  func run(_ console: Console, until termination: Termination) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { if await termination.wait() != nil { throw CancellationError() } }
      group.addTask { try await isLive ? runLive(console) : runVirtual(console) }
      try await group.next()
      group.cancelAll()
    }
  }

  private func runLive(_ console: Console) async throws {
    try await DemoSession.run(on: console) { demo in
      try await demo.listen { _ in
        await console.say("Listening to the microphone for five seconds: say something.")
        try await Task.sleep(for: .seconds(5))
      }
      try await demo.speak()
      await console.say("The speaker said it.")
    }
  }

  private func runVirtual(_ console: Console) async throws {
    let sentence = try await DemoSentence.load(file)
    let start = MonotonicTime.now
    let server = try await VirtualAudioServer.start()
    let result: Result<Void, any Error>
    do {
      await console.say(
        "A private audio server with a virtual microphone and speaker is up "
          + "(\(DemoReport.seconds(MonotonicTime.now - start))).")
      try await DemoSession.run(on: console, remote: server.socketPath) { demo in
        try await demo.listen { sounding in
          await console.say("Playing \(sentence.name) (\(DemoReport.seconds(sentence.duration))) into the microphone.")
          let playing = try await server.play(sentence.samples, sampleRate: sentence.sampleRate, into: "mic")
          sounding()
          try await playing.finished()
        }
        let recording = try await server.record("speaker")
        try await demo.speak()
        let heard = try await recording.stop()
        try await demo.cameBack(heard.samples, sampleRate: heard.sampleRate)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await server.stop()
    try result.get()
  }
}
