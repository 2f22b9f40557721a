// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCore

@Suite("TraceRecorder")
struct TraceRecorderTests {
  @Test("entries come out as they went in, in their order")
  func order() {
    let recorder = TraceRecorder(capacity: 16)
    let writer = recorder.writer
    let records = TraceStage.allCases.enumerated().prefix(12).map { index, stage in
      TraceRecord(
        stage, of: UInt64(index) &* 7, position: UInt64(index), value: UInt64.max &- UInt64(index),
        at: MonotonicTime(nanoseconds: UInt64(1000 + index)))
    }
    for record in records {
      writer.record(
        record.stage, of: record.subject, position: record.position, value: record.value,
        nanoseconds: record.time.nanoseconds)
    }
    #expect(recorder.records() == records)
    #expect(recorder.lostCount == 0)
  }

  @Test("a delivery written in real time is an entry of its stage")
  func delivery() {
    let recorder = TraceRecorder(capacity: 4)
    recorder.writer.delivered(capturedUntil: 320, of: 9, position: 640, nanoseconds: 5)
    #expect(
      recorder.records() == [
        TraceRecord(.delivered, of: 9, position: 640, value: 320, at: MonotonicTime(nanoseconds: 5))
      ])
  }

  @Test("a full recorder keeps the newest entries and counts the others", arguments: [2, 3, 4, 100])
  func overflow(capacity: Int) {
    let recorder = TraceRecorder(capacity: capacity)
    for index in 0..<1000 { recorder.writer.record(.taken, of: 1, position: UInt64(index)) }
    let kept = recorder.records().map(\.position)
    #expect(kept.count >= capacity && kept.count < 2 * capacity)
    #expect(kept == (UInt64(1000 - kept.count)..<1000).map { $0 })
    #expect(recorder.lostCount == 1000 - kept.count)
  }

  @Test("what several threads write while one reads is never torn")
  func threads() async {
    let recorder = TraceRecorder(capacity: 64)
    await withTaskGroup { group in
      for subject in UInt64(1)...3 {
        group.addTask {
          for index in UInt64(0)..<5000 {
            recorder.writer.record(
              .decoded, of: subject, position: index, value: index &* subject, nanoseconds: index &+ subject)
          }
        }
      }
      group.addTask {
        for _ in 0..<300 {
          for record in recorder.records() {
            #expect(record.value == record.position &* record.subject)
            #expect(record.time.nanoseconds == record.position &+ record.subject)
          }
        }
      }
    }
    #expect(recorder.records().count == 64)
  }

  @Test("a writer that is off writes nothing")
  func off() {
    #expect(!TraceWriter.off.isOn)
    TraceWriter.off.record(.taken, of: 1)
    TraceWriter.off.delivered(capturedUntil: 1, of: 1, position: 1, nanoseconds: 1)
  }
}
