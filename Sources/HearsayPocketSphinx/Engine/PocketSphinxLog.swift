// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

#if PocketSphinx && os(Linux)
  internal import CPocketSphinx
#endif

/// What the PocketSphinx library prints: some fifty lines for each decoder that is loaded.
///
/// The library knows one setting for the whole process, and so does this switch. Silent unless turned on.
public enum PocketSphinxLog: Sendable {
  private static let verbose = Locked(false)

  /// Whether the library's messages go to standard error; takes effect at once, on any thread.
  public static var isVerbose: Bool {
    get { verbose.withLock { $0 } }
    set {
      verbose.withLock { verbose in
        verbose = newValue
        apply(newValue)
      }
    }
  }

  /// Tells the library the present setting; done before it can print its first line.
  static func apply() { verbose.withLock { apply($0) } }

  private static func apply(_ isVerbose: Bool) {
    #if PocketSphinx && os(Linux)
      hearsay_ps_set_logging(isVerbose ? 1 : 0)
    #endif
  }
}
