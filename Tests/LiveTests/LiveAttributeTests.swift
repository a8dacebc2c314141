import Foundation
import Testing

@testable import Live

/// The runtime and its scripts have lists of attributes.
@Suite(.timeLimit(.minutes(15))) struct LiveAttributeTests {
    /// The scripts by their names.
    private let scripts: [String: String]

    init() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var scripts: [String: String] = [:]
        for path in [
            "LiveHTTP/Public/live.js", "LiveHTTP/Public/window.js", "LiveHTTP/Public/uploads.js",
            "LiveSite/Public/pages.js", "LiveSite/Public/typing.js",
        ] {
            scripts[path] = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
        }
        self.scripts = scripts
    }

    /// The names in a script's list, without the `data-` before them.
    private func names(in script: String) throws -> [String] {
        let list = try #require(script.firstMatch(of: /const A = Object\.fromEntries\(([^;]*)\.map/)).1
        return list.matches(of: /'([^']*)'/).flatMap { $0.1.split(separator: " ").map(String.init) }
    }

    @Test func theScriptsKnowTheAttributesOfTheRuntimeAndNoOthers() throws {
        let listed = try scripts.values.flatMap { try names(in: $0).map { "data-" + $0 } }
        #expect(Set(listed) == Set(LiveAttribute.allCases.map(\.rawValue)))
    }

    @Test func aScriptNamesAnAttributeByItsListOnly() throws {
        for (file, script) in scripts {
            let listed = try names(in: script)
            #expect(Set(listed).count == listed.count, "\(file)")
            let used = script.matches(of: /\bA(?:\.([A-Za-z]+)|\['([a-z-]+)'\])/).map { String($0.1 ?? $0.2 ?? "") }
            #expect(Set(used) == Set(listed), "\(file)")
            let code = script.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            #expect(!code.contains { $0.contains(/data-[a-z]/) || $0.contains("dataset") }, "\(file)")
        }
    }

    @Test func theRuntimeWritesNoOtherAttributes() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Live")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var written = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            for name in try String(contentsOf: file, encoding: .utf8).matches(of: /data-[a-z-]*[a-z]/) {
                written += 1
                #expect(LiveAttribute(rawValue: String(name.0)) != nil, "\(name.0) in \(file.lastPathComponent)")
            }
        }
        #expect(written > LiveAttribute.allCases.count)
    }
}
