// SPDX-License-Identifier: Apache-2.0

#if Espeak && os(Linux)
  internal import CEspeakNG
  internal import HearsayCore

  /// One call of the synthesizer: takes what the library calls back with, and delivers it as blocks.
  final class EspeakRun {
    // SAFETY: set and read only on the thread of `EspeakGate`, around and inside one call of `espeak_Synth`; the library
    // has one callback for the whole process, and so there is one run at a time.
    nonisolated(unsafe) static var current: EspeakRun?

    /// The text as the library gets it: as many scalars as the caller's, and none that ends it or is a command.
    let text: String

    private let cancellation: CancellationFlag
    private let deliver: @Sendable (SynthesisBlock) -> Void
    private var words: WordMarks
    private var sampleRate = 22_050

    init(text: String, cancellation: CancellationFlag, deliver: @escaping @Sendable (SynthesisBlock) -> Void) {
      self.text = SpokenText.plain(text)
      self.cancellation = cancellation
      self.deliver = deliver
      words = WordMarks(scalarCount: text.unicodeScalars.count)
    }

    /// Takes one call back.
    ///
    /// - Returns: Whether to go on. Answering no is the only thing that stops the library.
    func receive(_ samples: UnsafeBufferPointer<Int16>, _ events: UnsafePointer<espeak_EVENT>?) -> Bool {
      guard !cancellation.isRaised else { return false }
      var marks: [SynthesisBlock.WordMark] = []
      if var event = unsafe events {
        while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
          unsafe take(event.pointee, into: &marks)
          unsafe event += 1
        }
      }
      if !samples.isEmpty || !marks.isEmpty {
        let floats = unsafe samples.map { Float($0) / 32_768 }
        deliver(SynthesisBlock(samples: floats, sampleRate: sampleRate, words: marks))
      }
      return !cancellation.isRaised
    }

    private func take(_ event: espeak_EVENT, into marks: inout [SynthesisBlock.WordMark]) {
      switch unsafe event.type {
      case espeakEVENT_SAMPLERATE:
        // Not the rate that the start of the library returned: some voices have another one.
        sampleRate = unsafe max(1, Int(event.id.number))
      case espeakEVENT_WORD:
        unsafe marks.append(
          words.mark(position: Int(event.text_position), length: Int(event.length), sample: Int(event.sample)))
      default:
        break
      }
    }
  }

  /// What the library calls; a function of the file, so that no isolation is inferred for it.
  func receiveFromEspeak(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    guard let run = unsafe EspeakRun.current else { return 1 }
    let buffer = unsafe UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : max(0, Int(count)))
    return unsafe run.receive(buffer, UnsafePointer(events)) ? 0 : 1
  }
#endif
