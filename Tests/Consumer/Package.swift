// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package outside, as an app's author would write it: default settings, public names only.
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "hearsay", path: Context.environment["HEARSAY_PATH"] ?? "../..")],
  targets: [
    .executableTarget(
      name: "TranscribeFile",
      dependencies: [
        .product(name: "Hearsay", package: "hearsay"), .product(name: "HearsayFiles", package: "hearsay"),
      ]),
    .executableTarget(name: "OwnAudio", dependencies: [.product(name: "Hearsay", package: "hearsay")]),
    .executableTarget(name: "CoreOnly", dependencies: [.product(name: "HearsayCore", package: "hearsay")]),
    // What README.md shows; the check script puts it there.
    .executableTarget(name: "Readme", dependencies: [.product(name: "Hearsay", package: "hearsay")]),
  ]
)
