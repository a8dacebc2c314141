import Foundation
import Testing

@testable import Live

/// The runtime and its script have a list of attributes each.
@Suite(.timeLimit(.minutes(5))) struct LiveAttributeTests {
    private let script: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        script = try String(contentsOf: root.appending(path: "Public/live.js"), encoding: .utf8)
    }

    @Test func theScriptKnowsTheAttributesOfTheRuntimeAndNoOthers() throws {
        let list = try #require(script.firstMatch(of: /export const A = \{([^}]*)\}/)).1
        let listed = list.matches(of: /([A-Za-z]+): '([^']+)'/).map { [String($0.1), String($0.2)] }
        #expect(Set(listed) == Set(LiveAttribute.allCases.map { ["\($0)", $0.rawValue] }))
        #expect(listed.count == LiveAttribute.allCases.count)
    }

    @Test func theScriptNamesAnAttributeByTheListOnly() {
        #expect(script.matches(of: /data-[a-z]/).count == LiveAttribute.allCases.count)
        #expect(!script.contains("dataset"))
        for use in script.matches(of: /\bA\.([A-Za-z]+)/) {
            #expect(LiveAttribute.allCases.contains { "\($0)" == use.1 }, "\(use.0)")
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
