// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite("LatencyReport")
struct LatencyReportTests {
  private func record(
    _ stage: TraceStage, _ subject: UInt64, _ position: UInt64, _ value: UInt64, at milliseconds: UInt64
  ) -> TraceRecord {
    TraceRecord(
      stage, of: subject, position: position, value: value,
      at: MonotonicTime(nanoseconds: milliseconds * 1_000_000))
  }

  @Test("a chunk's way is told stretch by stretch")
  func listening() {
    let report = LatencyReport(
      [
        record(.delivered, 1, 480, 1_020_000_000, at: 1020),
        record(.taken, 1, 320, 320, at: 1023),
        record(.decoded, 1, 320, 4_000_000, at: 1030),
        record(.partialPublished, 1, 320, 0, at: 1031),
        record(.transcriptReceived, 1, 0, 0, at: 1033),
        record(.stopRequested, 1, 0, 0, at: 1100),
        record(.finalPublished, 1, 320, 1, at: 1150),
        record(.transcriptReceived, 1, 0, 1, at: 1151),
      ], sampleRate: 16_000)

    #expect(report.paths[.captureToRing]?.median == .zero)
    #expect(report.paths[.ringToChunk]?.median == .milliseconds(3))
    #expect(report.paths[.chunkToDecoded]?.median == .milliseconds(7))
    #expect(report.paths[.decodedToPartial]?.median == .milliseconds(1))
    #expect(report.paths[.captureToPartial]?.median == .milliseconds(21))
    #expect(report.paths[.publishedToReceived]?.count == 2)
    #expect(report.paths[.publishedToReceived]?.maximum == .milliseconds(2))
    #expect(report.paths[.stopToFinal]?.median == .milliseconds(50))
    #expect(report.listeningCount == 1 && report.utteranceCount == 0)
    #expect(report.decodedDuration == .milliseconds(20))
    #expect(report.realTimeFactor == 0.2)
  }

  @Test("a chunk belongs to the delivery that brought its last frame, also when frames are missing before it")
  func deliveries() {
    let report = LatencyReport(
      [
        record(.delivered, 1, 100, 8_000_000, at: 10),
        record(.delivered, 1, 200, 16_000_000, at: 20),
        record(.delivered, 1, 300, 28_000_000, at: 30),
        record(.dropped, 1, 50, 50, at: 30),
        record(.taken, 1, 200, 150, at: 31),
        record(.taken, 1, 350, 300, at: 33),
      ], sampleRate: 16_000)

    #expect(report.paths[.ringToChunk]?.minimum == .milliseconds(3))
    #expect(report.paths[.ringToChunk]?.maximum == .milliseconds(11))
    #expect(report.paths[.captureToRing]?.count == 3)
    #expect(report.paths[.captureToRing]?.minimum == .milliseconds(2))
    #expect(report.paths[.captureToRing]?.maximum == .milliseconds(4))
    #expect(report.droppedFrames == 50)
    #expect(report.realTimeFactor == nil)
  }

  @Test("an utterance's way is told from the command to the ear")
  func speaking() {
    let report = LatencyReport(
      [
        record(.speakRequested, 4, 0, 0, at: 10),
        record(.speechBegan, 4, 0, 0, at: 11),
        record(.rendered, 4, 0, 0, at: 14),
        record(.written, 4, 0, 0, at: 20),
        record(.firstHeard, 4, 0, 0, at: 45),
        record(.lastHeard, 4, 0, 900, at: 1045),
      ], sampleRate: 16_000)

    #expect(report.paths[.speakToBegin]?.median == .milliseconds(1))
    #expect(report.paths[.beginToRendered]?.median == .milliseconds(3))
    #expect(report.paths[.renderedToWritten]?.median == .milliseconds(6))
    #expect(report.paths[.writtenToHeard]?.median == .milliseconds(25))
    #expect(report.paths[.speakToHeard]?.median == .milliseconds(35))
    #expect(report.paths[.heardToEnd]?.median == .seconds(1))
    #expect(report.utteranceCount == 1 && report.listeningCount == 0)
  }

  @Test("entries without a partner are left out, and two sessions are kept apart")
  func partners() {
    let report = LatencyReport(
      [
        record(.taken, 1, 320, 320, at: 10), record(.decoded, 2, 320, 1, at: 20),
        record(.transcriptReceived, 1, 0, 7, at: 20), record(.finalPublished, 2, 320, 7, at: 30),
        record(.firstHeard, 9, 0, 0, at: 50),
      ], sampleRate: 16_000)

    #expect(report.paths.isEmpty)
    #expect(report.listeningCount == 2 && report.utteranceCount == 1)
  }

  @Test("percentiles are values that occurred")
  func percentiles() throws {
    let statistics = try #require(LatencyStatistics((1...200).reversed().map { .milliseconds($0) }))

    #expect(statistics.count == 200)
    #expect(statistics.minimum == .milliseconds(1))
    #expect(statistics.median == .milliseconds(100))
    #expect(statistics.percentile95 == .milliseconds(190))
    #expect(statistics.percentile99 == .milliseconds(198))
    #expect(statistics.maximum == .milliseconds(200))
    #expect(LatencyStatistics([]) == nil)
    #expect(LatencyStatistics([.seconds(1)])?.percentile99 == .seconds(1))
  }
}
