// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearsayCore
import Testing

@testable import HearsayTesting

@Suite("WaveFile")
struct WaveFileTests {
  private func withFile(_ data: Data? = nil, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "hearsay-wave-\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    if let data { try data.write(to: URL(fileURLWithPath: path)) }
    try body(path)
  }

  @Test("what is written is read again", arguments: [0, 1, 1_001])
  func roundTrip(count: Int) throws {
    try withFile { path in
      let samples = (0..<count).map { Float($0) / 1_000 - 0.5 }
      try WaveFile.write(samples, sampleRate: 22_050, to: path)
      let read = try WaveFile.read(path)
      #expect(read.samples == samples)
      #expect(read.sampleRate == 22_050)
    }
  }

  @Test("16-bit samples are read, also behind an unknown chunk")
  func sixteenBit() throws {
    var data = Data("RIFF".utf8) + Data([60, 0, 0, 0]) + Data("WAVEJUNK".utf8) + Data([3, 0, 0, 0, 1, 2, 3, 0])
    data += Data("fmt ".utf8) + Data([16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0])
    data += Data("data".utf8) + Data([4, 0, 0, 0, 0, 0x40, 0, 0x80])
    try withFile(data) { path in
      let read = try WaveFile.read(path)
      #expect(read.samples == [0.5, -1])
      #expect(read.sampleRate == 16_000)
    }
  }

  @Test("every cut of a file gives samples or an error", arguments: [0, 3, 11, 12, 20, 36, 57, 58, 63])
  func truncated(length: Int) throws {
    try withFile { path in
      try WaveFile.write([1, 2, 3], sampleRate: 8_000, to: path)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      if length >= 58 {
        #expect(try WaveFile.read(path).samples.count == (length - 58) / 4)
      } else {
        #expect(throws: VoiceError.self) { _ = try WaveFile.read(path) }
      }
    }
  }

  @Test("a file that is not there is named in the error")
  func missing() {
    let error = #expect(throws: VoiceError.self) { _ = try WaveFile.read("/nowhere/x.wav") }
    #expect(error?.reason == .fileNotFound)
    #expect(error?.message.contains("/nowhere/x.wav") == true)
  }
}
