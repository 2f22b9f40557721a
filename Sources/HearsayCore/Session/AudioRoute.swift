// SPDX-License-Identifier: Apache-2.0

/// The devices that audio is taken from and sent to by default.
public struct AudioRoute: Sendable, Hashable {
  /// The default input; `nil` when there is none.
  public var input: AudioDevice?
  /// The default output; `nil` when there is none.
  public var output: AudioDevice?

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - input: The default input.
  ///   - output: The default output.
  public init(input: AudioDevice? = nil, output: AudioDevice? = nil) {
    self.input = input
    self.output = output
  }
}
