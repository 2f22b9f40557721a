// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCommand

@Suite struct CommandArgumentsTests {
  private let rate = CommandOption("rate", "R", "A number.")
  private let live = CommandOption("live", nil, "A switch.")

  private func parse(_ words: String...) throws(UsageError) -> CommandArguments {
    try CommandArguments(words, verb: "say", options: [rate, live])
  }

  @Test("options stand before, between and behind the operands, with a blank or an equals sign")
  func positions() throws {
    let arguments = try parse("--live", "hello", "--rate=1.5", "world", "--json")

    #expect(arguments.operands == ["hello", "world"])
    #expect(arguments.has(live) && arguments.has(.json) && !arguments.has(.verbose))
    #expect(arguments.value(rate) == "1.5")
  }

  @Test("two dashes end the options, and a lone dash is an operand")
  func dashes() throws {
    let arguments = try parse("-", "--", "--live", "--")

    #expect(arguments.operands == ["-", "--live", "--"])
    #expect(!arguments.has(live))
  }

  @Test("the last of an option counts, and a value may begin with a dash")
  func lastCounts() throws {
    #expect(try parse("--rate", "1", "--rate", "-2").value(rate) == "-2")
  }

  @Test(
    "a complaint names the word that is wrong",
    arguments: [
      (["--nope"], "'--nope'"), (["--nope=1"], "'--nope'"), (["-x"], "'-x'"), (["--rate"], "'--rate'"),
      (["--live=yes"], "'--live'"),
    ])
  func complaints(words: [String], name: String) {
    let error = #expect(throws: UsageError.self) {
      try CommandArguments(words, verb: "say", options: [rate, live])
    }
    #expect(error?.message.contains(name) == true)
  }

  @Test("a number out of its range or no number is refused by name", arguments: ["3", "fast", "", "nan"])
  func numbers(text: String) throws {
    let arguments = try parse("--rate", text)
    let error = #expect(throws: UsageError.self) { try arguments.number(rate, in: 0.5...2) }

    #expect(error?.message.contains("--rate") == true)
    #expect(try parse("--rate", "0.5").number(rate, in: 0.5...2) == 0.5)
    #expect(try parse().number(rate, in: 0.5...2) == nil)
  }
}
