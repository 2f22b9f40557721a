// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import HearsayTesting
import Testing

@Suite("EventRecorder")
struct EventRecorderTests {
  private struct Broken: Error {}

  @Test("a stream is read to its end, and the events are found in order")
  func stream() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(16))
    let recorder = EventRecorder.recording(stream)
    for number in 1...4 { continuation.yield(number) }

    #expect(try await recorder.next { $0 > 1 } == 2)
    #expect(try await recorder.next() == 3)
    #expect(!recorder.isFinished)

    continuation.finish()
    #expect(try await recorder.waitUntilFinished() == [1, 2, 3, 4])
  }

  @Test("an event that comes later ends the wait")
  func later() async throws {
    let recorder = EventRecorder<Int>()
    let found = Task { try await recorder.next { $0 == 3 } }
    for number in 1...3 { recorder.record(number) }
    #expect(try await found.value == 3)
  }

  @Test("what never comes is an error that lists what did")
  func limit() async throws {
    let recorder = EventRecorder<Int>(limit: .milliseconds(20))
    recorder.record(7)
    let error = await #expect(throws: VoiceError.self) { try await recorder.waitUntil(count: 2) }
    #expect(error?.reason == .timeLimit)
    #expect(error?.message.contains("[7]") == true)
  }

  @Test("the end of the stream ends a wait before its limit")
  func endOfStream() async throws {
    let recorder = EventRecorder<Int>(limit: .seconds(600))
    recorder.record(7)
    recorder.finish()
    #expect(try await recorder.next() == 7)
    let error = await #expect(throws: VoiceError.self) { try await recorder.next() }
    #expect(error?.message.contains("ended") == true)
  }

  @Test("a stream's error is kept and thrown")
  func failure() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(16))
    let recorder = EventRecorder.recording(stream)
    continuation.yield(1)
    continuation.finish(throwing: Broken())
    await #expect(throws: Broken.self) { try await recorder.waitUntilFinished() }
    #expect(recorder.failure is Broken)
    #expect(recorder.events == [1])
  }

  @Test("stopping a recorder ends its reading")
  func stop() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(16))
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    let recorder = EventRecorder.recording(stream)
    continuation.yield(1)
    try await recorder.waitUntil(count: 1)
    await recorder.stop()
    try await ended.wait()
    #expect(recorder.isFinished)
  }

  @Test("letting a recorder go ends its reading")
  func letGo() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(16))
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    var recorder: EventRecorder<Int>? = .recording(stream)
    #expect(recorder?.events == [])
    recorder = nil
    try await ended.wait()
  }
}
