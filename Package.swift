// swift-tools-version: 6.2
import PackageDescription

// The strictest settings the toolchain has, for every Swift target of the package.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
  .treatWarning("ExplicitSendable", as: .error),
]
let sources: [SwiftSetting] = strict + [.strictMemorySafety()]

// A backend is in the build while its trait is on. Without it the façade still builds and the commands that
// need the backend throw `notSupported`.
let pipeWire: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["PipeWire"])
let pocketSphinx: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["PocketSphinx"])
let espeak: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Espeak"])
let files: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Files"])

let package = Package(
  name: "hearsay",
  products: [
    .library(name: "Hearsay", targets: ["Hearsay"]),
    .library(name: "HearsayCore", targets: ["HearsayCore"]),
    .library(name: "HearsayPipeWire", targets: ["HearsayPipeWire"]),
    .library(name: "HearsayPocketSphinx", targets: ["HearsayPocketSphinx"]),
    .library(name: "HearsayEspeak", targets: ["HearsayEspeak"]),
    .library(name: "HearsayFiles", targets: ["HearsayFiles"]),
    .library(name: "HearsayTesting", targets: ["HearsayTesting"]),
    .executable(name: "hearsay", targets: ["HearsayCommand"]),
  ],
  traits: [
    .trait(name: "PipeWire", description: "Capture, playback and routes through PipeWire (libpipewire-0.3-dev)."),
    .trait(name: "PocketSphinx", description: "The embedded recognizer (libpocketsphinx-dev, pocketsphinx-en-us)."),
    .trait(name: "Espeak", description: "The embedded voice (libespeak-ng-dev)."),
    .trait(name: "Files", description: "Sound files in and out (libsndfile1-dev, libsoxr-dev)."),
    .default(enabledTraits: ["PipeWire", "PocketSphinx", "Espeak", "Files"]),
  ],
  targets: [
    // C, each imported by its own backend and by nothing else.
    .systemLibrary(name: "CPipeWire", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),
    .target(
      name: "CPipeWireBridge",
      dependencies: [.target(name: "CPipeWire", condition: pipeWire)],
      cSettings: [.define("HEARSAY_PIPEWIRE", .when(traits: ["PipeWire"]))]),
    .target(
      name: "CSoundFeeder",
      dependencies: [.target(name: "CPipeWire", condition: pipeWire)],
      cSettings: [.define("HEARSAY_PIPEWIRE", .when(traits: ["PipeWire"]))]),
    .systemLibrary(name: "CPocketSphinx", pkgConfig: "pocketsphinx", providers: [.apt(["libpocketsphinx-dev"])]),
    .systemLibrary(name: "CEspeakNG", pkgConfig: "espeak-ng", providers: [.apt(["libespeak-ng-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),

    // The core knows no C library and no Foundation; the backends know the core and not each other.
    .target(name: "HearsayCore", swiftSettings: sources),
    .target(
      name: "HearsayPipeWire",
      dependencies: ["HearsayCore", .target(name: "CPipeWireBridge", condition: pipeWire)], swiftSettings: sources),
    .target(
      name: "HearsayPocketSphinx",
      dependencies: ["HearsayCore", .target(name: "CPocketSphinx", condition: pocketSphinx)], swiftSettings: sources),
    .target(
      name: "HearsayEspeak",
      dependencies: ["HearsayCore", .target(name: "CEspeakNG", condition: espeak)], swiftSettings: sources),
    .target(
      name: "HearsayFiles",
      dependencies: [
        "HearsayCore", .target(name: "CSndFile", condition: files), .target(name: "CSoxr", condition: files),
      ], swiftSettings: sources),
    .target(
      name: "Hearsay",
      dependencies: ["HearsayCore", "HearsayPipeWire", "HearsayPocketSphinx", "HearsayEspeak"],
      swiftSettings: sources),
    .target(
      name: "HearsayTesting",
      dependencies: ["HearsayCore", .target(name: "CSoundFeeder", condition: pipeWire)], swiftSettings: sources),
    .executableTarget(
      name: "HearsayCommand", dependencies: ["Hearsay", "HearsayCore", "HearsayFiles", "HearsayTesting"],
      swiftSettings: sources),

    // Examples and benchmarks are targets of the same manifest, so that they cannot rot.
    .executableTarget(
      name: "TranscribeFile", dependencies: ["Hearsay", "HearsayFiles"], path: "Examples/TranscribeFile",
      swiftSettings: sources),
    .executableTarget(name: "TalkBack", dependencies: ["Hearsay"], path: "Examples/TalkBack", swiftSettings: sources),
    .target(
      name: "CPlainLoop", dependencies: [.target(name: "CPocketSphinx", condition: pocketSphinx)],
      path: "Benchmarks/CPlainLoop",
      cSettings: [.define("HEARSAY_POCKETSPHINX", .when(traits: ["PocketSphinx"]))]),
    .target(
      name: "CPeers", dependencies: [.target(name: "CPipeWire", condition: pipeWire)], path: "Benchmarks/CPeers",
      cSettings: [.define("HEARSAY_PIPEWIRE", .when(traits: ["PipeWire"]))]),
    .executableTarget(
      name: "HearsayBenchmarks",
      dependencies: [
        "Hearsay", "HearsayCore", "HearsayPocketSphinx", "HearsayEspeak", "HearsayFiles", "HearsayTesting",
        "CPlainLoop", "CPeers",
      ],
      path: "Benchmarks/HearsayBenchmarks", swiftSettings: sources),

    .testTarget(name: "HearsayCoreTests", dependencies: ["HearsayCore", "HearsayTesting"], swiftSettings: strict),
    .testTarget(
      name: "HearsayTestingTests", dependencies: ["HearsayTesting", "HearsayCore"], swiftSettings: strict),
    .testTarget(
      name: "HearsayPipeWireTests", dependencies: ["HearsayPipeWire", "HearsayCore", "HearsayTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HearsayPocketSphinxTests", dependencies: ["HearsayPocketSphinx", "HearsayCore", "HearsayTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HearsayEspeakTests", dependencies: ["HearsayEspeak", "HearsayCore", "HearsayTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HearsayFilesTests", dependencies: ["HearsayFiles", "HearsayCore", "HearsayTesting"],
      swiftSettings: strict),
    .testTarget(name: "HearsayTests", dependencies: ["Hearsay", "HearsayTesting"], swiftSettings: strict),
    .testTarget(
      name: "HearsayCommandTests", dependencies: ["HearsayCommand", "HearsayTesting", "HearsayCore", "HearsayFiles"],
      swiftSettings: strict),
    // Compiles as a stranger would: no `@testable`, public names only.
    .testTarget(name: "PublicInterfaceTests", dependencies: ["Hearsay", "HearsayTesting"], swiftSettings: strict),
  ]
)
