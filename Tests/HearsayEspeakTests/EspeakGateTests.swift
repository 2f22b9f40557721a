// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  import Foundation
  import HearsayCore
  import HearsayTesting
  import Testing

  @testable import HearsayEspeak

  @Suite("EspeakGate")
  struct EspeakGateTests {
    private static let longText = String(repeating: "The quick brown fox jumps over it, ", count: 800)

    @Test("a raised flag stops a text of half an hour within a block", arguments: [1, 2, 40])
    func cancellation(blocksBefore: Int) async throws {
      let synthesizer = EspeakSynthesizer()
      let flag = CancellationFlag()
      let recorder = RenderRecorder()

      try await synthesizer.render(SynthesisPiece(Self.longText, of: Utterance("-")), cancellation: flag) { block in
        recorder.take(block)
        if recorder.blocks.count == blocksBefore { flag.raise() }
      }

      #expect(recorder.blocks.count == blocksBefore)
      #expect(abs(try await synthesizer.record("Hello there").samples.count - 15_754) <= 50)
    }

    @Test("a flag that was up before lets nothing through")
    func cancelledBefore() async throws {
      let flag = CancellationFlag()
      flag.raise()
      let recorder = RenderRecorder()

      try await EspeakSynthesizer().render(
        SynthesisPiece("Hello there", of: Utterance("-")), cancellation: flag, deliver: recorder.take)

      #expect(recorder.blocks.isEmpty)
    }

    @Test("two synthesizers that render at once give what each gives alone")
    func concurrentRenders() async throws {
      let text = "Hello there"
      let synthesizers = [EspeakSynthesizer(), EspeakSynthesizer()]
      let serial = try await synthesizers[0].record(text).samples.count

      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<200 {
          group.addTask {
            if index % 20 == 7 { _ = try await synthesizers[index % 2].voices() }
            return try await synthesizers[index % 2].record(text).samples.count
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }

      #expect(counts.count == 200)
      // The library itself gives the same text some samples more or less, up to 14 ms, depending on what it said before;
      // renders that disturb each other give a third or six times as many.
      let strays = counts.filter { abs($0 - serial) > 400 }
      #expect(strays.isEmpty)
    }

    @Test("fifty synthesizers can be made, used and dropped or closed, one after the other")
    func manyLives() async throws {
      for index in 0..<50 {
        let synthesizer = EspeakSynthesizer()
        #expect(abs(try await synthesizer.record("Hello there").samples.count - 15_754) <= 50)
        if index.isMultiple(of: 2) { await synthesizer.close() }
      }
    }

    @Test("a closed synthesizer says so, and others go on")
    func closed() async throws {
      let synthesizer = EspeakSynthesizer()
      try await synthesizer.prepare()
      await synthesizer.close()
      await synthesizer.close()

      let error = await #expect(throws: VoiceError.self) { try await synthesizer.prepare() }
      #expect(error?.reason == .closed)
      #expect(try await EspeakSynthesizer().voices().isEmpty == false)
    }

    @MainActor
    @Test("the engine's callbacks run off the main actor without a trap")
    func mainActor() async throws {
      #expect(try await EspeakSynthesizer().record("Hello there").samples.isEmpty == false)
    }

    @Test("no thread of ours is left once all synthesizers are closed")
    func noThreadLeft() async {
      await #expect(processExitsWith: .success) {
        let first = EspeakSynthesizer()
        let second = EspeakSynthesizer()
        try await first.prepare()
        try await second.prepare()
        await first.close()
        guard try await ProcessResources.wait(forThreadsNamed: "hearsay-espeak", count: 1) else { exit(2) }
        await second.close()
        guard try await ProcessResources.wait(forThreadsNamed: "hearsay-espeak", count: 0) else { exit(3) }
        let third = EspeakSynthesizer()
        guard try await third.record("Hello there").samples.count > 10_000 else { exit(4) }
      }
    }

    @Test("data that is missing is an error that names the folder, and the process goes on")
    func missingData() async throws {
      await #expect(processExitsWith: .success) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
          at: folder.appending(path: "espeak-ng-data"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("ESPEAK_DATA_PATH", folder.path, 1)
        do {
          try await EspeakSynthesizer().prepare()
          exit(2)
        } catch let error as VoiceError {
          guard error.code == .synthesisError, error.reason == .modelMissing else { exit(3) }
          guard error.message.contains(folder.path) else { exit(4) }
        }
      }
    }
  }
#endif
