// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayTesting

@Suite("ServerProgram")
struct ServerProgramTests {
  @Test("a program that is there is found")
  func found() throws { #expect(try ServerProgram.cat.path().hasSuffix("/pw-cat")) }

  @Test(
    "a missing program is an error that names the package to install",
    arguments: [(ServerProgram.daemon, "pipewire-bin"), (.sessionManager, "wireplumber")])
  func missing(program: ServerProgram, package: String) {
    let error = #expect(throws: VoiceError.self) { _ = try program.path(in: ["/nowhere"]) }
    #expect(error?.code == .notSupported)
    #expect(error?.message.contains("'\(package)'") == true)
  }
}
