// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "guestbook",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(path: "../hindsight"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Guestbook",
            dependencies: [
                .product(name: "Live", package: "hindsight"),
                .product(name: "LiveHTTP", package: "hindsight"),
                .product(name: "LiveSite", package: "hindsight"),
                .product(name: "LiveSQLite", package: "hindsight"),
                .product(name: "Streams", package: "hindsight"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "GuestbookTests",
            dependencies: [
                "Guestbook",
                .product(name: "Live", package: "hindsight"),
                .product(name: "LiveSQLite", package: "hindsight"),
                .product(name: "LiveTesting", package: "hindsight"),
            ]),
    ]
)
