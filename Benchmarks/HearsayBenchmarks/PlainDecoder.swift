// SPDX-License-Identifier: Apache-2.0

internal import CPlainLoop
internal import Glibc
internal import HearsayPocketSphinx

/// The plain C loop, with the options of one of the package's engines.
@safe
final class PlainDecoder {
  // SAFETY: made in `init`, freed in `deinit`, used by one task between them.
  private let decoder: OpaquePointer

  init(_ engine: PocketSphinxEngine) throws {
    var arguments = unsafe engine.options.arguments(for: engine.model).map { unsafe strdup($0) }
    defer { unsafe arguments.forEach { unsafe free($0) } }
    guard let decoder = unsafe plain_decoder_open(Int32(arguments.count), &arguments) else {
      throw BenchmarkFailure("The plain C loop cannot load the model; is the trait PocketSphinx off?")
    }
    unsafe self.decoder = decoder
  }

  deinit { unsafe plain_decoder_close(decoder) }

  func decode(_ speech: Speech, _ chunkSize: Int) -> String {
    var words: Int32 = 0
    let text = unsafe plain_decoder_run(decoder, speech.samples, speech.samples.count, chunkSize, &words)
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
