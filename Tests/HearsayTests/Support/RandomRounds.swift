// SPDX-License-Identifier: Apache-2.0

import Hearsay
import HearsayTesting
import Testing

/// Commands at random, one after the other and at the same time, with a book of what each must have led to.
struct RandomRounds {
  private enum Command: Sendable, CaseIterable {
    case start
    case stop
    case cancel
    case speak
    case cancelSpeech
    case cancelOne
    case hear
  }

  private enum Outcome: Sendable {
    case started(ListeningID)
    case spoken(Utterance.ID)
    case stopped(Transcript)
    case refused(any Error)
    case done
  }

  private(set) var generator: SeededGenerator
  private let session: VoiceSession
  private let recorder: EventRecorder<VoiceEvent>
  private let hear: @Sendable (Int) -> Void
  private var started: [ListeningID] = []
  private var spoken: [Utterance.ID] = []

  init(
    session: VoiceSession, recorder: EventRecorder<VoiceEvent>, seed: UInt64 = .random(in: .min ... .max),
    hear: @escaping @Sendable (Int) -> Void
  ) {
    generator = SeededGenerator(seed: seed)
    self.session = session
    self.recorder = recorder
    self.hear = hear
  }

  var startedCount: Int { started.count }
  var spokenCount: Int { spoken.count }

  /// Gives one to five commands, at once or one after the other.
  mutating func run() async throws {
    let commands = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      Command.allCases.randomElement(using: &generator) ?? .stop
    }
    let oneSpoken = spoken.randomElement(using: &generator)
    var outcomes: [Outcome] = []
    if Bool.random(using: &generator) {
      for command in commands { outcomes.append(await Self.perform(command, session, oneSpoken, hear)) }
    } else {
      outcomes = await withTaskGroup(of: Outcome.self) { [session, hear] group in
        for command in commands { group.addTask { await Self.perform(command, session, oneSpoken, hear) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    for outcome in outcomes { try await note(outcome) }
  }

  /// Each start that succeeded has one final, each utterance that was accepted one end; no error was told.
  func checkBooks() {
    for id in started { #expect(recorder.finals(of: id).count == 1, "session \(id), \(generator)") }
    for id in spoken { #expect(recorder.ends(of: id).count == 1, "utterance \(id), \(generator)") }
    let known = Set(started)
    for event in recorder.events {
      if case .listeningReady(let id, _) = event { #expect(known.contains(id), "\(generator)") }
      if case .error(let error, _, _, _) = event { Issue.record("\(error), \(generator)") }
    }
  }

  private mutating func note(_ outcome: Outcome) async throws {
    switch outcome {
    case .started(let id): started.append(id)
    case .spoken(let id): spoken.append(id)
    case .stopped(let transcript):
      guard let id = transcript.sessionID else { return #expect(transcript == .empty, "\(generator)") }
      let final = try await recorder.final(of: id)
      #expect(final.text == transcript.text, "\(generator)")
      #expect(final.segments == transcript.segments, "\(generator)")
    case .refused(let error):
      let isExpected = error is CancellationError || (error as? VoiceError)?.code == .busy
      #expect(isExpected, "\(error), \(generator)")
    case .done: break
    }
  }

  @concurrent private static func perform(
    _ command: Command, _ session: VoiceSession, _ oneSpoken: Utterance.ID?, _ hear: @Sendable (Int) -> Void
  ) async -> Outcome {
    do {
      switch command {
      case .start: return .started(try await session.startListening())
      case .stop: return .stopped(await session.stopListening())
      case .cancel: await session.cancelListening()
      case .speak: return .spoken(try await session.speak("one, two, three"))
      case .cancelSpeech: await session.cancelSpeech()
      case .cancelOne: if let oneSpoken { await session.cancelSpeech(oneSpoken) }
      case .hear: hear(640)
      }
      return .done
    } catch {
      return .refused(error)
    }
  }
}
