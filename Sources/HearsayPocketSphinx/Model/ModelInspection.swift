// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

struct ModelInspection {
  let model: PocketSphinxModel
  init(_ model: PocketSphinxModel) { self.model = model }
  func run() throws(VoiceError) {}
}
