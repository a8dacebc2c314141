import Foundation
import Subprocess
import Testing

/// What must not compile: each of the other files here has to give an error about isolation on every line that is marked
/// `// error`, and on no other.
@Suite(.timeLimit(.minutes(20)))  // A compiler starts for each file, beside all other tests.
struct NotCompilingTests {
    @Test(arguments: ["HandingOver.swift", "NotSendable.swift"])
    func theCompilerRefusesEveryMarkedLineAndNoOther(name: String) async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let marked = lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 }
        let compiler = try await run(
            .name("swiftc"),
            arguments: ["-swift-version", "6", "-emit-sil", "-o", "/dev/null", "-I", modules, file.path],
            output: .discarded, error: .string(limit: 1 << 20))
        let said = compiler.standardError
        #expect(!marked.isEmpty)
        #expect(refused(in: said, of: file.path) == marked, "\(said)")
    }

    /// The lines of that file at which the compiler has found an error about isolation.
    private func refused(in said: String, of path: String) -> [Int] {
        let error = /:(\d+):\d+: error: .*(?:Sendable|sending|isolated)/
        let found = said.split(separator: "\n").filter { $0.hasPrefix(path) }.compactMap { line in
            line.dropFirst(path.count).prefixMatch(of: error).flatMap { Int($0.1) }
        }
        return Set(found).sorted()
    }

    /// The folder of the modules that this build has made. It is beside what runs the tests.
    private var modules: String {
        final class Here {}
        let bundle = Bundle(for: Here.self).bundleURL
        let built = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        return built.appending(path: "Modules").path
    }
}
