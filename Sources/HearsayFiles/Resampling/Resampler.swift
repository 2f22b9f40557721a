// SPDX-License-Identifier: Apache-2.0

#if Files && os(Linux)
  internal import CSoxr
  internal import HearsayCore

  /// Converts mono samples from one rate to another, block by block.
  ///
  /// Keeps its state between blocks, so that their sizes make no difference; the low-pass of libsoxr's high quality
  /// removes what the lower rate cannot hold. Belongs to one thread at a time.
  @safe
  final class Resampler {
    private let handle: OpaquePointer?
    private let ratio: Double

    /// Makes a resampler; equal rates pass samples through as they are.
    init(from source: Int, to target: Int) throws(VoiceError) {
      ratio = Double(target) / Double(source)
      guard source != target else {
        unsafe handle = nil
        return
      }
      var failure: soxr_error_t?
      var quality = unsafe soxr_quality_spec(UInt(SOXR_20_BITQ), 0)
      unsafe handle = soxr_create(Double(source), Double(target), 1, &failure, nil, &quality, nil)
      if unsafe handle == nil {
        throw VoiceError(
          .audioError, .formatNotSupported, "Sound at \(source) Hz cannot be converted to \(target) Hz.",
          underlying: .init(
            domain: "libsoxr", number: 0, text: unsafe failure.map { unsafe String(cString: $0) } ?? ""))
      }
    }

    deinit {
      if let handle = unsafe handle { unsafe soxr_delete(handle) }
    }

    /// Converts the next samples; what comes out lags a little behind what goes in.
    func process(_ samples: [Float]) -> [Float] {
      guard unsafe handle != nil else { return samples }
      return unsafe samples.withUnsafeBufferPointer { unsafe convert($0) }
    }

    /// Gives what is still inside, once no sample comes any more.
    func flush() -> [Float] {
      unsafe handle == nil ? [] : unsafe convert(nil)
    }

    private func convert(_ input: UnsafeBufferPointer<Float>?) -> [Float] {
      var output: [Float] = []
      var consumed = 0
      let total = unsafe input?.count ?? 0
      let room = max(1_024, Int(Double(total) * ratio) + 256)
      while true {
        var used = 0
        var made = 0
        let start = unsafe input?.baseAddress.map { unsafe $0 + consumed }
        let block = unsafe [Float](unsafeUninitializedCapacity: room) { buffer, count in
          let failure = unsafe soxr_process(handle, start, total - consumed, &used, buffer.baseAddress, room, &made)
          count = unsafe failure == nil ? made : 0
          // The filter overshoots a full-scale edge a little.
          var index = 0
          while index < count {
            if unsafe abs(buffer[index]) > 1 { unsafe buffer[index] = buffer[index] < 0 ? -1 : 1 }
            index += 1
          }
        }
        output += block
        consumed += used
        // No progress: everything was taken, or there is nothing left inside.
        if block.isEmpty && (used == 0 || consumed == total) { break }
        if unsafe input != nil && consumed == total && block.count < room { break }
      }
      return output
    }
  }
#endif
