// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The recording of the Debian package pocketsphinx-testdata: 16 kHz, 16 bit, mono.
enum Goforward {
  static let path = "/usr/share/pocketsphinx/test/data/goforward.raw"
  static let text = "go forward ten meters"
  static let sampleRate = 16_000

  static func samples() throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return stride(from: 0, to: data.count - 1, by: 2).map { index in
      Float(Int16(bitPattern: UInt16(data[index]) | UInt16(data[index + 1]) << 8)) / 32_768
    }
  }
}
