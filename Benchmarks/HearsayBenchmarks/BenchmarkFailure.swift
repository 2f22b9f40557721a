// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why there is no result, and what the process ends with.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
  let status: Int32

  init(_ description: String, status: Int32 = EXIT_FAILURE) {
    self.description = description
    self.status = status
  }
}
