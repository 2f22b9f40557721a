// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayFiles
import Testing

extension CommandTests {
  @Suite(.timeLimit(.minutes(2))) struct TranscribeCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func wave(_ name: String = "goforward.wav", sampleRate: Int = Goforward.sampleRate) async throws -> String {
      let writer = try await AudioFileWriter.create(folder.file(name), sampleRate: sampleRate)
      let step = Goforward.sampleRate / sampleRate
      let samples = try Goforward.samples()
      try await writer.write(stride(from: 0, to: samples.count, by: step).map { samples[$0] })
      try await writer.finish()
      return folder.file(name)
    }

    @Test("one file gives its bare text")
    func oneFile() async throws {
      let outcome = try await RunningCommand.run(["transcribe", try await wave()])

      #expect(outcome.status == 0)
      #expect(outcome.output == "\(Goforward.text)\n")
      #expect(outcome.errors == "")
    }

    @Test("several files give a line each; a missing one and a folder are named, and the others still done")
    func severalFiles() async throws {
      let file = try await wave()
      let outcome = try await RunningCommand.run(
        ["transcribe", file, folder.file("missing.wav"), folder.path, file])

      #expect(outcome.status == 66)
      #expect(outcome.lines == Array(repeating: "\(file)\t\(Goforward.text)", count: 2))
      let errors = outcome.errors.split(separator: "\n")
      #expect(errors.count == 2)
      #expect(errors.first?.contains("missing.wav") == true)
      #expect(errors.last?.contains(folder.path) == true)
    }

    @Test("with JSON partials and one final of each file are events, and so is an error")
    func events() async throws {
      let file = try await wave()
      let outcome = try await RunningCommand.run(["transcribe", "--json", folder.file("missing.wav"), file])

      #expect(outcome.status == 66)
      let objects = try outcome.objects()
      let names = objects.map { $0["event"] as? String }
      let payloads = objects.compactMap { $0["payload"] as? [String: any Sendable] }
      #expect(names.first == "ptt://error")
      #expect(names.last == "ptt://transcript-final")
      #expect(names.count { $0 == "ptt://transcript-partial" } > 1)
      #expect(names.count { $0 == "ptt://transcript-final" } == 1)
      #expect(payloads.first?["file"] as? String == folder.file("missing.wav"))
      #expect(payloads.last?["file"] as? String == file)
      #expect(payloads.last?["text"] as? String == Goforward.text)
    }

    @Test("stdin is read as bare samples or as a file with a header")
    func standardInput() async throws {
      let raw = try #require(FileHandle(forReadingAtPath: Goforward.path))
      let bare = try await RunningCommand.run(["transcribe", "-", "--raw-rate", "16000"], input: raw)
      #expect(bare.status == 0)
      #expect(bare.output == "\(Goforward.text)\n")

      let file = try #require(FileHandle(forReadingAtPath: try await wave()))
      let container = try await RunningCommand.run(["transcribe", "-"], input: file)
      #expect(container.status == 0)
      #expect(container.output == "\(Goforward.text)\n")
    }

    @Test("a pipe that stays open is transcribed up to the signal", arguments: [SIGINT, SIGTERM])
    func openPipe(signal: Int32) async throws {
      let pipe = Pipe()
      let command = try RunningCommand(
        ["transcribe", "-", "--raw-rate", "16000", "--json"], input: pipe.fileHandleForReading)
      pipe.fileHandleForWriting.write(try Data(contentsOf: URL(fileURLWithPath: Goforward.path)))
      _ = try #require(try await command.event("ptt://transcript-partial"))

      command.send(signal)
      let outcome = try await command.outcome()

      #expect(outcome.status == 69)
      let names = try outcome.objects().map { $0["event"] as? String }
      #expect(names.count { $0 == "ptt://transcript-final" } == 1)
      #expect(names.last == "ptt://error")
      try pipe.fileHandleForWriting.close()
    }

    @Test("a file below the model's rate is done with a warning")
    func lowRate() async throws {
      let outcome = try await RunningCommand.run(["transcribe", try await wave("low.wav", sampleRate: 8000)])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("8000 Hz"))
      #expect(outcome.lines.count <= 1)
    }
  }
}
