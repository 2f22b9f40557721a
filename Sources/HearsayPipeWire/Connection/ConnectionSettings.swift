// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  /// What a connection needs to know.
  struct ConnectionSettings: Sendable {
    /// The server's socket; `nil` for what the environment says.
    var remote: String?
    /// What the graph calls us.
    var applicationName: String
    /// Further properties for each stream.
    var streamProperties: [String: String]
    /// How long the server may take to answer.
    var answerLimit: Duration = .seconds(3)
    /// How long a stream may take until it is there, or until its first frame.
    var startLimit: Duration = .seconds(3)
    /// How long a corked output may take until it runs.
    var resumeLimit: Duration = .seconds(5)
  }
#endif
