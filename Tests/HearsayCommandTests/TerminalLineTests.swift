// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayCommand

@Suite struct TerminalLineTests {
  @Test("the live line is never wider than the terminal", arguments: [0, 1, 5, 13, 14, 20, 80])
  func width(of terminal: Int) {
    var line = LiveLine()
    line.heard(AudioLevel(of: [1]))
    line.text = "go forward ten meters and then some more"

    #expect(line.rendered(width: terminal).count <= max(0, terminal - 1))
  }

  @Test("of a long text the end is shown")
  func end() {
    var line = LiveLine()
    line.text = "go forward ten meters"

    #expect(line.rendered(width: 25) == "[          ] …ten meters")
    #expect(line.rendered(width: 80) == "[          ] go forward ten meters")
  }

  @Test("the meter is full for the loudest sound, empty for silence, and falls back slowly")
  func meter() {
    var line = LiveLine()
    #expect(line.rendered(width: 80).hasPrefix("[          ]"))

    line.heard(AudioLevel(of: [0, -1]))
    #expect(line.rendered(width: 80).hasPrefix("[##########]"))

    line.heard(AudioLevel(of: [0, 0]))
    #expect(line.peak > 0.8)
    for _ in 0..<200 { line.heard(AudioLevel(of: [0])) }
    #expect(line.rendered(width: 80).hasPrefix("[          ]"))
  }

  @Test("the hint gives way to the first text")
  func hint() {
    var line = LiveLine()
    line.hint = "speak now"
    #expect(line.rendered(width: 80).hasSuffix("speak now"))

    line.text = "go"
    #expect(line.rendered(width: 80).hasSuffix("] go"))
  }

  @Test("the progress bar is full at the end, and does without a length")
  func progress() {
    #expect(
      ProgressBar.line(label: "a.wav", done: 5, total: 10, width: 80) == "[##########          ] 50 %  a.wav")
    #expect(
      ProgressBar.line(label: "a.wav", done: 11, total: 10, width: 80) == "[####################] 100 %  a.wav")
    #expect(ProgressBar.line(label: "-", done: 3.7, total: nil, width: 80) == "-  3 s")
    #expect(ProgressBar.line(label: "a.wav", done: 5, total: 10, width: 10).count == 9)
  }

  @Test("columns are as wide as their widest cell")
  func table() {
    #expect(TextTable.lines([["a", "long", "x"], ["abc", "b", "yy"]]) == ["a    long  x", "abc  b     yy"])
    #expect(TextTable.lines([]) == [])
  }
}
