// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearsayCommand

@Suite struct AudioSocketTests {
  @Test(
    "PipeWire's own variables count before the desktop's, and empty ones not at all",
    arguments: [
      ([:], "/run/pipewire/pipewire-0"), (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/pipewire-0"),
      (["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_RUNTIME_DIR": "/b"], "/b/pipewire-0"),
      (["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_RUNTIME_DIR": "", "PIPEWIRE_REMOTE": "other"], "/a/other"),
      (["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_REMOTE": "/c/socket"], "/c/socket"),
    ])
  func path(environment: [String: String], expected: String) {
    #expect(AudioSocket.path { environment[$0] } == expected)
  }
}
