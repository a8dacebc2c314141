// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hindsight",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
        .library(name: "Live", targets: ["Live"]),
        .library(name: "LiveHTTP", targets: ["LiveHTTP"]),
        .library(name: "LivePictures", targets: ["LivePictures"]),
        .library(name: "LivePostgres", targets: ["LivePostgres"]),
        .library(name: "LiveSite", targets: ["LiveSite"]),
        .library(name: "LiveSQL", targets: ["LiveSQL"]),
        .library(name: "LiveSQLite", targets: ["LiveSQLite"]),
        .library(name: "LiveTesting", targets: ["LiveTesting"]),
        .executable(name: "hindsight", targets: ["HindsightServer"]),
        .executable(name: "market", targets: ["MarketServer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        .target(name: "Streams"),
        .target(name: "StreamsTesting", dependencies: ["Streams"]),
        .target(
            name: "Live",
            dependencies: [
                "Streams", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // The system's libcurl: a client in Swift would bring a second BoringSSL, which takes minutes to build.
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        .target(
            name: "LiveHTTP",
            dependencies: [
                "CZlib", "Live",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Public"]
        ),
        .target(
            name: "LiveSite",
            dependencies: [
                "Live", "LiveHTTP", "LiveSQL",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            exclude: ["Public"]
        ),
        .target(name: "LiveTesting", dependencies: ["Live", "Streams", "StreamsTesting"]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "LiveSQL", dependencies: [.product(name: "Logging", package: "swift-log")]),
        .target(
            name: "LiveSQLite",
            dependencies: [
                "CSQLite", "LiveSQL",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The server's own client library: it has each way of signing in, TLS and several hosts.
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "LivePostgres",
            dependencies: ["CPostgres", "LiveSQL", .product(name: "Logging", package: "swift-log")]),
        // Debian's libjpeg-dev, libpng-dev and libwebp-dev: each reports errors by what it returns or by setjmp, which
        // stays in C. libvips does the same with a hundred packages more.
        .target(
            name: "CPictures",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp")]),
        .target(name: "LivePictures", dependencies: ["CPictures"]),
        .target(
            name: "HindsightDomain",
            dependencies: [
                "Live", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "HindsightStore",
            dependencies: [
                "HindsightDomain", "Live", "LiveHTTP", "LivePostgres", "LiveSQL", "LiveSQLite",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Hindsight",
            dependencies: [
                "CCurl", "HindsightDomain", "Live", "LiveHTTP", "LiveSite", "Streams",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Public"]
        ),
        .executableTarget(
            name: "HindsightServer",
            dependencies: [
                "Hindsight", "HindsightDomain", "HindsightStore", "Live", "LiveHTTP", "LivePostgres", "LiveSQL",
                "LiveSQLite", "LiveSite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // A second app, which shows that the libraries need nothing of the first.
        .target(
            name: "Market",
            dependencies: [
                "Live", "LiveHTTP", "LivePictures", "LivePostgres", "LiveSQL", "LiveSQLite", "LiveSite", "Streams",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Public"]
        ),
        .executableTarget(
            name: "MarketServer",
            dependencies: [
                "Live", "LiveHTTP", "LivePostgres", "LiveSQL", "LiveSQLite", "LiveSite", "Market",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(name: "HeapCounter"),
        .target(name: "InstructionCounter", path: "Tests/Instructions", exclude: ["counter.c", "prepare"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "HeapCounter", "Hindsight", "HindsightDomain", "HindsightStore", "InstructionCounter", "Live",
                "LiveHTTP", "LiveSQLite", "LiveSite", "Market", "Streams", "StreamsTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "Live", "LiveHTTP", "LivePostgres", "LiveTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Support"
        ),
        .testTarget(name: "StreamsTests", dependencies: ["Streams", "StreamsTesting"]),
        .testTarget(name: "StreamsTestingTests", dependencies: ["Streams", "StreamsTesting"]),
        .testTarget(name: "LiveTests", dependencies: ["Live", "LiveTesting", "Streams", "StreamsTesting"]),
        .testTarget(
            name: "LiveHTTPTests",
            dependencies: [
                "CZlib", "Live", "LiveHTTP", "LiveTesting", "Streams", "StreamsTesting", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "LiveSiteTests",
            dependencies: [
                "Live", "LiveHTTP", "LiveSite", "StreamsTesting", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        // libjpeg, libpng and libwebp write the files that these read.
        .target(
            name: "CPictureFiles", path: "Tests/PictureFiles",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp")]),
        .testTarget(
            name: "LivePicturesTests",
            dependencies: ["CPictureFiles", "CPictures", "CZlib", "LivePictures", "StreamsTesting"]),
        .testTarget(
            name: "LiveSQLTests",
            dependencies: [
                "Live", "LivePostgres", "LiveSQL", "LiveSQLite", "StreamsTesting", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "LivePostgresTests",
            dependencies: [
                "LivePostgres", "LiveSQL", "StreamsTesting", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "HindsightTests",
            dependencies: [
                "Hindsight", "HindsightDomain", "HindsightStore", "HindsightServer", "InstructionCounter", "Live",
                "LiveHTTP", "LivePostgres", "LiveSQLite", "LiveSite", "LiveTesting", "Streams", "StreamsTesting",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "MarketTests",
            dependencies: [
                "CPictureFiles", "Live", "LiveHTTP", "LivePictures", "LivePostgres", "LiveSQL", "LiveSQLite",
                "LiveTesting", "Market", "Streams", "StreamsTesting", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The app of the guide "An app of your own", as its reader has it.
        .executableTarget(
            name: "Guestbook",
            dependencies: [
                "Live", "LiveHTTP", "LiveSQLite", "LiveSite", "Streams",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Guide/Sources/Guestbook"),
        .testTarget(
            name: "GuestbookTests", dependencies: ["Guestbook", "Live", "LiveSQLite", "LiveTesting"],
            path: "Tests/Guide/Tests/GuestbookTests"),
        // These two start others: the compiler, and pytest.
        .testTarget(
            name: "NotCompilingTests",
            dependencies: ["Streams", .product(name: "Subprocess", package: "swift-subprocess")],
            path: "Tests/NotCompiling", exclude: ["HandingOver.swift", "NotSendable.swift"]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "HindsightServer", "MarketServer", .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // Those that need the server as a process.
        .testTarget(name: "HindsightServerTests", dependencies: ["HindsightServer", "LiveTesting", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// One place for the settings of every target. CI turns warnings into errors; a newer compiler's new warning
// must not keep a newcomer from building.
for target in package.targets where target.type != .system {
    var settings: [SwiftSetting] = []
    // The reader of the guide has a manifest without these.
    if target.path?.hasPrefix("Tests/Guide/") != true {
        settings += [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
    }
    if Context.environment["CI"] != nil { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
