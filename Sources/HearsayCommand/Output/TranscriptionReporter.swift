// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// Prints what a transcription finds, between one chunk and the next, so that a slow reader of our output slows the
/// transcription down and nothing piles up.
final class TranscriptionReporter: Sendable {
  private let console: Console
  private let termination: Termination
  private let label: String
  private let total: Duration?
  private let emitsUpdates: Bool
  private let pending = Locked<[TranscriptUpdate]>([])

  init(console: Console, termination: Termination, label: String, total: Duration?, emitsUpdates: Bool) {
    self.console = console
    self.termination = termination
    self.label = label
    self.total = total
    self.emitsUpdates = emitsUpdates
  }

  /// Keeps an update until the next chunk is asked for; called by the transcription.
  func updateArrived(_ update: TranscriptUpdate) { pending.withLock { $0.append(update) } }

  /// The chunks of `base`, up to the moment at which the program is asked to end.
  func following<Base: AsyncSequence>(_ base: Base) -> Following<Base> where Base.Element == AudioChunk {
    Following(base: base, reporter: self)
  }

  /// Prints what is pending.
  func flush() async {
    let updates = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    guard emitsUpdates else { return }
    for update in updates { await console.emit(EventObject.of(update, file: label)) }
  }

  private func chunkPassed(_ chunk: AudioChunk) async {
    guard console.showsProgress else { return }
    await console.showProgress(
      label: label, done: chunk.range.upperBound.inSeconds, total: total?.inSeconds)
  }

  /// A sequence that reports in between.
  struct Following<Base: AsyncSequence>: AsyncSequence where Base.Element == AudioChunk {
    let base: Base
    let reporter: TranscriptionReporter

    struct Iterator: AsyncIteratorProtocol {
      var base: Base.AsyncIterator
      let reporter: TranscriptionReporter

      mutating func next() async throws -> AudioChunk? { try await next(isolation: nil) }

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> AudioChunk? {
        await reporter.flush()
        guard reporter.termination.cause == nil, let chunk = try await base.next(isolation: actor),
          reporter.termination.cause == nil
        else { return nil }
        await reporter.chunkPassed(chunk)
        return chunk
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), reporter: reporter) }
  }
}
