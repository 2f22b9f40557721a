// SPDX-License-Identifier: Apache-2.0

internal import Hearsay
internal import HearsayCore

/// Listens to a microphone until somebody or something ends it, and prints what was said.
struct ListenVerb: Verb {
  static let name = "listen"
  static let summary = "Listen to a microphone and print what was said."
  static let synopsis = "[--device NAME] [--for SECONDS] [--engine NAME] [--json]"
  static let options = [device, limit, EngineOption.option]
  static let notes = """
    Listens until SIGINT (Ctrl-C) or SIGTERM, until the time is over, or until Ctrl-D is typed; then prints the final
    text. On a terminal the live result and the level are shown meanwhile.
    """

  private static let device = CommandOption("device", "NAME", "The input, as 'hearsay devices' names it.")
  private static let limit = CommandOption("for", "SECONDS", "Stop after so many seconds.")

  private let device: String?
  private let limit: Duration?
  private let engine: String

  init(_ arguments: CommandArguments) throws(UsageError) {
    try arguments.requireNoOperands()
    device = arguments.value(Self.device)
    limit = try arguments.number(Self.limit, in: 0...86_400).map { .seconds($0) }
    engine = try EngineOption.name(in: arguments)
  }

  func run(_ console: Console, until termination: Termination) async throws {
    var configuration = VoiceConfiguration.standard()
    configuration.recognition = EngineOption.engine(named: engine)
    let session = VoiceSession(configuration)
    let printer = EventPrinter(console: console)
    let tap = AudioTap()
    let (events, chunks) = (session.events, tap.chunks)
    async let printing: Void = printer.print(events)
    async let metering: Void = meter(chunks, on: console)
    await console.beginLive()
    let result: Result<Void, any Error>
    do {
      let taps = console.showsLiveLine ? [tap] : []
      try await listen(
        session, ListeningOptions(device: device, taps: taps), until: termination, or: printer.ended)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await session.close()
    tap.finish()
    await printing
    await metering
    await console.endLive()
    try result.get()
    if let error = printer.error { throw ReportedFailure(exitCode: ExitCode(for: error)) }
  }

  private func listen(
    _ session: VoiceSession, _ options: ListeningOptions, until termination: Termination, or ended: WakeSignal
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Also while the session starts: then the stop makes the start throw.
      group.addTask { if await termination.wait() != nil { await session.stopListening() } }
      try await session.startListening(options)
      group.addTask { await ended.wait() }
      if let limit { group.addTask { try? await Task.sleep(for: limit) } }
      _ = await group.nextResult()
      group.cancelAll()
    }
    await session.stopListening()
  }

  private func meter(_ chunks: EventStream<AudioChunk>, on console: Console) async {
    for await chunk in chunks {
      let level = AudioLevel(of: chunk.samples)
      await console.updateLive { $0.heard(level) }
    }
  }
}
