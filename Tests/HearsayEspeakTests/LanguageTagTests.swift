// SPDX-License-Identifier: Apache-2.0

import HearsayCore
import Testing

@testable import HearsayEspeak

@Suite("LanguageTag")
struct LanguageTagTests {
  @Test(
    "a tag gets its usual case",
    arguments: [
      ("en-us", "en-US"), ("FA-LATN", "fa-Latn"), ("es-419", "es-419"), ("vi-vn-x-central", "vi-VN-x-central"),
      ("chr-US-Qaaa-x-west", "chr-US-Qaaa-x-west"), ("en-us-nyc", "en-US-x-nyc"), ("en-gb-scotland", "en-GB-scotland"),
    ])
  func canonical(tag: String, expected: String) {
    #expect(LanguageTag.canonical(tag) == expected)
  }

  @Test(
    "only a script and a region are dropped for a look-up",
    arguments: [
      ("en-AU", ["en"]), ("zh-Hans-CN", ["zh-hans", "zh"]), ("zh-Hant", ["zh"]), ("no-such-voice", []), ("no-such", []),
      ("nobody", []), ("en", []), ("", []), ("-", []), ("en-", []),
    ])
  func fallbacks(tag: String, expected: [String]) {
    #expect(LanguageTag.fallbacks(of: tag) == expected)
  }
}
