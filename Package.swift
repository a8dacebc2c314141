// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hindsight",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "Live", targets: ["Live"]),
        .library(name: "LiveTesting", targets: ["LiveTesting"]),
    ],
    targets: [
        .target(name: "Streams"),
        .target(name: "Live", dependencies: ["Streams"], exclude: ["README.md"]),
        .target(name: "LiveTesting", dependencies: ["Live", "Streams"]),
        .testTarget(name: "StreamsTests", dependencies: ["LiveTesting", "Streams"]),
        .testTarget(name: "LiveTests", dependencies: ["Live", "LiveTesting", "Streams"]),
    ],
    swiftLanguageModes: [.v6]
)

// One place for the settings of every target. CI turns warnings into errors; a newer compiler's new warning
// must not keep a newcomer from building.
for target in package.targets {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if Context.environment["CI"] != nil { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
