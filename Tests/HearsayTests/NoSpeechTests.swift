// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hearsay
import HearsayTesting
import Testing

@Suite("Listening to no speech")
struct NoSpeechTests {
  enum Sound: String, CaseIterable, CustomTestStringConvertible {
    case nothing
    case noise
    case tone

    var testDescription: String { rawValue }

    var samples: [Float] {
      var generator = SeededGenerator(seed: 11)
      return (0..<160_000).map { index in
        switch self {
        case .nothing: 0
        case .noise: Float.random(in: -0.3...0.3, using: &generator)
        case .tone: 0.3 * Float(sin(2 * Double.pi * 440 * Double(index) / 16_000))
        }
      }
    }
  }

  @Test("ten seconds of it are one final and no error", arguments: Sound.allCases)
  func tenSeconds(_ sound: Sound) async throws {
    let scripted = ScriptedSession(engine: VoiceConfiguration.standardRecognition, speaksAtOnce: true)
    let recorder = EventRecorder<VoiceEvent>.recording(scripted.session.events)
    let id = try await scripted.session.startListening(ListeningOptions(bufferDuration: .seconds(12)))
    #expect(scripted.source.send(sound.samples) == 160_000)
    let transcript = await scripted.session.stopListening()
    #expect(transcript.audioDuration == .seconds(10) + .milliseconds(20))
    #expect(transcript.droppedFrames == 0)
    if sound == .nothing { #expect(transcript.text == "") }
    print("ten seconds of \(sound): '\(transcript.text)'")
    await scripted.session.close()
    let events = try await recorder.waitUntilFinished()
    #expect(EventOrder(events).violations == [])
    #expect(recorder.finals(of: id).count == 1)
    #expect(events.filter { $0.name == "ptt://error" } == [])
  }
}
