// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target, so that no new target is less strict.
let settings: [SwiftSetting] = [
  // SE-0335: `any` where a value is boxed, so that the cost and the type erasure are visible.
  .enableUpcomingFeature("ExistentialAny"),
  // SE-0444: a member is visible only where its module is imported.
  .enableUpcomingFeature("MemberImportVisibility"),
  // SE-0409: a type of a dependency may appear in a package signature only where it is imported as
  // `package`.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // SE-0461: async functions stay on their caller's executor, which the simulation relies on.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// SE-0458, for every target except `Markup`, which encapsulates libxml2's pointers.
let strictMemorySafety: [SwiftSetting] = [.strictMemorySafety()]

/// A third of the memory of a short command is the program's own code and tables, so relocations
/// are packed, and debug sections and unwind tables are left out: errors of Swift do not unwind, and
/// nothing in the program catches an exception of C++. The toolchain includes lld, which supports this.
let leanProgram: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld"]
      + [
        "-z", "pack-relative-relocs", "--no-export-dynamic", "--strip-all", "--no-eh-frame-hdr",
        "-T", "\(Context.packageDirectory)/scripts/packaging/lean.ld",
      ].flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let swiftCSV = Target.Dependency.product(name: "SwiftCSV", package: "SwiftCSV")
let serviceLifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
  name: "modexport",
  products: [
    .executable(name: "modexport", targets: ["modexport"]),
    // Not part of packages: what developers and trials need.
    .executable(name: "modexport-sample", targets: ["modexport-sample"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    // Its default traits add parts that nothing here uses.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    // Only for tests: an independent CSV reader.
    .package(url: "https://github.com/swiftcsv/SwiftCSV.git", from: "0.10.0"),
  ],
  targets: [
    // The program. Each target imports only what it declares here; scripts/check verifies this.
    .executableTarget(
      name: "modexport", dependencies: ["ModExportCommands"], linkerSettings: leanProgram),
    .target(
      name: "ModExportCommands",
      dependencies: [
        "Archive", "BuildRecord", "CMemory", "Discourse", "Markup", "MediaWiki", "Networks",
        "Reports", "Roster", "StackExchange", "Sync", "Tables", "Transport", argumentParser,
        logging,
      ]),
    .systemLibrary(name: "CMemory"),
    // What --version says about the build, written before each one.
    .target(name: "BuildRecord", plugins: ["RecordCommit"]),
    .plugin(name: "RecordCommit", capability: .buildTool(), path: "Sources/RecordCommit"),
    .target(name: "Roster", dependencies: [crypto]),
    .target(
      name: "Transport",
      dependencies: [
        "Roster", asyncHTTPClient, logging, nioCore, nioHTTP1, nioHTTP2, nioPosix, nioSSL,
      ]),
    .target(name: "StackExchange", dependencies: ["Markup", "Networks", "Roster", "Transport"]),
    .target(name: "Discourse", dependencies: ["Networks", "Roster", "Transport"]),
    .target(name: "MediaWiki", dependencies: ["Markup", "Networks", "Roster", "Transport"]),
    .target(name: "Networks", dependencies: ["Gzip", "Roster", "Transport", crypto]),
    .target(
      name: "Archive",
      dependencies: ["Roster", "Tables", crypto, grdb, grdbSQLite]),
    .target(
      name: "Sync",
      dependencies: ["Archive", "Networks", "Roster", "Transport", logging]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Gzip", dependencies: ["CZlib"]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "Markup", dependencies: ["CLibXML2", "Roster"]),
    .systemLibrary(name: "CExchange"),
    .target(name: "Tables", dependencies: ["CExchange", "Gzip", "Roster", crypto]),
    .target(
      name: "Reports",
      dependencies: ["Markup", "Roster", "Tables", crypto],
      resources: [.embedInCode("Resources")]),

    // The second program.
    .executableTarget(
      name: "modexport-sample", dependencies: ["ModExportCommands", "SampleCommands"],
      path: "Sources/Sample", exclude: ["Commands", "Network"]),
    .target(
      name: "SampleCommands",
      dependencies: [
        "Archive", "ModExportCommands", "Networks", "Roster", "SampleNetwork", "StackExchange",
        "Sync", "Transport", argumentParser, logging,
      ],
      path: "Sources/Sample/Commands"),
    .target(
      name: "SampleNetwork",
      dependencies: [
        "Gzip", "Roster", hummingbird, hummingbirdCore, logging, nioCore, nioPosix,
        serviceLifecycle,
      ],
      path: "Sources/Sample/Network", resources: [.embedInCode("Resources")]),

    // Shared by the tests: manual time, scripted transports, temporary folders, a check of XML.
    .target(
      name: "TestKit",
      dependencies: [
        "CLibXML2", "Networks", "Roster", "SampleNetwork", "Sync", "Tables", "Transport",
      ],
      path: "Tests/TestKit"),
    // Creates archives for tests, and inspects their files.
    .target(
      name: "ArchiveKit", dependencies: ["Archive", "Roster", "TestKit", grdb],
      path: "Tests/ArchiveKit"),
    // What holds for every input of what reads the data of others.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Archive", "ArchiveKit", "Discourse", "Gzip", "Markup", "MediaWiki", "ModExportCommands",
        "Networks", "Roster", "StackExchange", "Tables", "TestKit", "Transport",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpora"]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestKit"]),
    .testTarget(name: "GzipTests", dependencies: ["Gzip"]),
    .testTarget(name: "RosterTests", dependencies: ["Roster", "TestKit"]),
    .testTarget(name: "TransportTests", dependencies: ["Roster", "TestKit", "Transport"]),
    .testTarget(
      name: "StackExchangeTests",
      dependencies: [
        "Gzip", "Markup", "Networks", "Roster", "StackExchange", "TestKit", "Transport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "DiscourseTests",
      dependencies: [
        "Discourse", "Gzip", "Networks", "Roster", "SampleNetwork", "TestKit", "Transport",
      ]),
    .testTarget(
      name: "MediaWikiTests",
      dependencies: [
        "Markup", "MediaWiki", "Networks", "Roster", "SampleNetwork", "TestKit", "Transport",
      ]),
    .testTarget(
      name: "ArchiveTests", dependencies: ["Archive", "ArchiveKit", "Roster", "TestKit", grdb]),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "Archive", "ArchiveKit", "Discourse", "Gzip", "Markup", "MediaWiki", "ModExportCommands",
        "Networks", "Roster", "SampleNetwork", "StackExchange", "Sync", "TestKit", "Transport",
        logging,
      ]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup", "TestKit"]),
    .testTarget(name: "TablesTests", dependencies: ["Gzip", "Roster", "Tables", "TestKit"]),
    .testTarget(
      name: "ReportsTests",
      dependencies: ["Reports", "Roster", "Tables", "TestKit", swiftCSV],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "SampleCommandsTests",
      dependencies: [
        "Gzip", "Networks", "Roster", "SampleCommands", "SampleNetwork", "StackExchange", "Sync",
        "TestKit", "Transport", argumentParser, logging,
      ]),
    .testTarget(
      name: "SampleNetworkTests", dependencies: ["Gzip", "Roster", "SampleNetwork", "TestKit"]),
    .testTarget(
      name: "ModExportCommandsTests",
      dependencies: [
        "Archive", "ArchiveKit", "BuildRecord", "Gzip", "MediaWiki", "ModExportCommands",
        "Networks",
        "Roster",
        "SampleCommands", "Sync", "Tables", "TestKit", "Transport", argumentParser, grdb, logging,
        swiftCSV,
      ]),
    // Tests of the built program over real HTTP.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Archive", "ArchiveKit", "Markup", "ModExportCommands", "Roster", "SampleCommands",
        "SampleNetwork", "TestKit", argumentParser, grdb, hummingbird, logging,
        nioCore, nioHPACK, nioHTTP2, nioPosix, nioSSL, swiftCSV,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Only scripts/fuzz links the fuzzer, which is a part of the compiler.
if Context.environment["MODEXPORT_FUZZER"] != nil {
  package.targets.append(
    .executableTarget(name: "modexport-fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzzer"))
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = settings + (target.name == "Markup" ? [] : strictMemorySafety)
}
