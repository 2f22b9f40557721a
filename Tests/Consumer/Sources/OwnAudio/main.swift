// SPDX-License-Identifier: Apache-2.0

import Hearsay

// Recognises samples that the app brings, with a processor and a tap of its own on their way.

#if canImport(Glibc)
  import Glibc
#endif

/// Takes out the mean, and remembers nothing.
struct MeanRemover: AudioProcessor {
  func process(_ chunk: inout AudioChunk) async {
    let mean = chunk.samples.reduce(0, +) / Float(max(1, chunk.samples.count))
    for index in chunk.samples.indices { chunk.samples[index] -= mean }
  }
}

/// Signed 16-bit samples, low byte first, in chunks of 100 ms.
struct RawChunks: AsyncSequence, AsyncIteratorProtocol {
  typealias Element = AudioChunk
  let bytes: [UInt8]
  var position = 0

  func makeAsyncIterator() -> RawChunks { self }

  mutating func next() async -> AudioChunk? {
    guard position + 2 <= bytes.count else { return nil }
    let index = position / 2
    var samples: [Float] = []
    while samples.count < 1600, position + 2 <= bytes.count {
      let sample = Int16(bitPattern: UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8)
      samples.append(Float(sample) / 32768)
      position += 2
    }
    return AudioChunk(samples: samples, sampleIndex: index, sampleRate: 16_000)
  }
}

func readFile(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}

let recognizer = Recognizer(engine: VoiceConfiguration.standardRecognition)
let tap = AudioTap()
let heard = tap.chunks
let meter = Task {
  var loudest: Float = 0
  for await chunk in heard { loudest = max(loudest, AudioLevel(of: chunk.samples).peak) }
  return loudest
}
let transcript = try await recognizer.transcribe(
  RawChunks(bytes: readFile(CommandLine.arguments[1])), through: [MeanRemover()], taps: [tap])
tap.finish()
print(transcript.text)
print(await meter.value > 0.1 ? "loud" : "silent")
await recognizer.close()
