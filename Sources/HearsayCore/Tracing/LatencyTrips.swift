// SPDX-License-Identifier: Apache-2.0

/// Puts the entries of a trace together to trips of chunks, results and utterances; pure.
struct LatencyTrips {
  private struct Key: Hashable {
    let subject: UInt64
    let position: UInt64
  }

  private struct Delivery {
    let end: UInt64
    let capturedUntil: MonotonicTime
    let time: MonotonicTime
  }

  private(set) var durations: [LatencyPath: [Duration]] = [:]
  private(set) var sessions: Set<UInt64> = []
  private(set) var utterances: Set<UInt64> = []
  private(set) var decodedFrames = 0
  private(set) var decodingNanoseconds: UInt64 = 0
  private(set) var droppedFrames = 0

  private let format: AudioFormat
  private var deliveries: [UInt64: [Delivery]] = [:]
  private var captured: [Key: MonotonicTime] = [:]
  private var taken: [Key: MonotonicTime] = [:]
  private var decoded: [Key: MonotonicTime] = [:]
  private var published: [Key: MonotonicTime] = [:]
  private var lastDecoded: [UInt64: UInt64] = [:]
  private var moments: [Key: MonotonicTime] = [:]

  init(_ records: [TraceRecord], sampleRate: Int) {
    format = AudioFormat(sampleRate: sampleRate)
    for record in records { add(record) }
  }

  private mutating func add(_ record: TraceRecord) {
    switch record.stage {
    case .delivered, .taken, .decoded, .dropped: addChunk(record)
    case .partialPublished, .finalPublished, .transcriptReceived, .stopRequested: addResult(record)
    default: addSpeech(record)
    }
  }

  private mutating func addChunk(_ record: TraceRecord) {
    sessions.insert(record.subject)
    let key = Key(subject: record.subject, position: record.position)
    switch record.stage {
    case .delivered:
      let captured = MonotonicTime(nanoseconds: record.value)
      deliveries[record.subject, default: []].append(
        Delivery(end: record.position, capturedUntil: captured, time: record.time))
      append(.captureToRing, from: captured, to: record.time)
    case .taken:
      taken[key] = record.time
      guard let delivery = delivery(of: record) else { return }
      append(.ringToChunk, from: delivery.time, to: record.time)
      // The chunk's last frame lies so many before the delivery's last one.
      let later = format.duration(ofFrames: Int(clamping: delivery.end &- record.value))
      captured[key] = delivery.capturedUntil + (.zero - later)
    case .decoded:
      decoded[key] = record.time
      append(.chunkToDecoded, from: taken[key], to: record.time)
      decodingNanoseconds &+= record.value
      let before = lastDecoded[record.subject] ?? 0
      if let samples = Int(exactly: record.position &- before), samples < 1 << 32 { decodedFrames += samples }
      lastDecoded[record.subject] = record.position
    default: droppedFrames += Int(clamping: record.value)
    }
  }

  /// When the block came in which the chunk's last frame is; blocks before it are forgotten.
  private mutating func delivery(of taken: TraceRecord) -> Delivery? {
    guard let blocks = deliveries[taken.subject] else { return nil }
    guard let index = blocks.firstIndex(where: { $0.end >= taken.value }) else { return nil }
    deliveries[taken.subject] = Array(blocks[index...])
    return blocks[index]
  }

  private mutating func addResult(_ record: TraceRecord) {
    sessions.insert(record.subject)
    let heard = Key(subject: record.subject, position: record.position)
    let number = Key(subject: record.subject, position: record.value)
    switch record.stage {
    case .partialPublished:
      published[number] = record.time
      append(.decodedToPartial, from: decoded[heard], to: record.time)
      append(.captureToPartial, from: captured[heard], to: record.time)
    case .finalPublished:
      published[number] = record.time
      append(.stopToFinal, from: moments[moment(.stopRequested, record.subject)], to: record.time)
    case .transcriptReceived: append(.publishedToReceived, from: published[number], to: record.time)
    default: moments[moment(record.stage, record.subject)] = record.time
    }
  }

  private mutating func addSpeech(_ record: TraceRecord) {
    utterances.insert(record.subject)
    func earlier(_ stage: TraceStage) -> MonotonicTime? { moments[moment(stage, record.subject)] }
    switch record.stage {
    case .speechBegan: append(.speakToBegin, from: earlier(.speakRequested), to: record.time)
    case .rendered: append(.beginToRendered, from: earlier(.speechBegan), to: record.time)
    case .written: append(.renderedToWritten, from: earlier(.rendered), to: record.time)
    case .firstHeard:
      append(.writtenToHeard, from: earlier(.written), to: record.time)
      append(.speakToHeard, from: earlier(.speakRequested), to: record.time)
    case .lastHeard: append(.heardToEnd, from: earlier(.firstHeard), to: record.time)
    default: break
    }
    moments[moment(record.stage, record.subject)] = record.time
  }

  // Identifiers of sessions and utterances are counted apart: the stage tells which is meant.
  private func moment(_ stage: TraceStage, _ subject: UInt64) -> Key {
    Key(subject: subject, position: UInt64(stage.rawValue))
  }

  private mutating func append(_ path: LatencyPath, from start: MonotonicTime?, to end: MonotonicTime) {
    guard let start else { return }
    durations[path, default: []].append(end - start)
  }
}
