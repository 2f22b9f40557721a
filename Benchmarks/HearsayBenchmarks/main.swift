// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes a sentence to standard error and ends the process.
private func exit(_ status: Int32, _ sentence: String) -> Never {
  _ = unsafe write(STDERR_FILENO, sentence + "\n", sentence.utf8.count + 1)
  exit(status)
}

#if DEBUG
  exit(
    EX_USAGE, "A debug build says nothing about speed; run `swift run -c release HearsayBenchmarks` instead.")
#else
  // The main thread sleeps instead of serving the main queue: valgrind 3.19 does not survive how that is served.
  Task.detached {
    do {
      try await Benchmarks.run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as BenchmarkFailure {
      exit(error.status, error.description)
    } catch {
      exit(EXIT_FAILURE, "\(error)")
    }
    exit(EXIT_SUCCESS)
  }
  while true { pause() }
#endif
