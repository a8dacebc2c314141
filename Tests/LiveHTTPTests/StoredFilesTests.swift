import Foundation
import HTTPTypes
import Hummingbird
import Live
import Logging
import TestSupport
import Testing

@testable import LiveHTTP

/// Files that are written while the server runs.
@Suite(.timeLimit(.minutes(15))) struct StoredFilesTests {
    /// Serves a folder at `/stored/`, with a file beside it.
    private func withFolder(_ use: @escaping @Sendable (HTTPVisitor, URL) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "stored-\(UUID().uuidString)")
        let folder = root.appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try Data("secret".utf8).write(to: root.appending(path: "secret.txt"))
        let sessions = LiveSessions()
        let pages = LivePages(
            sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/", files: nil,
            visitor: { _ in nil })
        let router = pages.router { status, _, _ in RenderedPage("\(status.code)") }
        let files = StoredFiles(folder: folder.path)
        router.get("/stored") { request, context in
            let name = Query(request.uri.query ?? "")["name"] ?? ""
            return try await files.response(to: request, context, file: name, contentType: "image/png")
        }
        try await withServer(router, sessions, logger: Logger(label: "test")) { visitor in
            try await use(visitor, folder)
        }
    }

    @Test func aFileIsSentAsItIsAndKeptForAYear() async throws {
        try await withFolder { visitor, folder in
            for size in [0, 1, 300_000] {
                // Written after the server has started.
                let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
                try Data(bytes).write(to: folder.appending(path: "a-\(size).png"))
                for method in ["GET", "HEAD"] {
                    let answer = try await visitor.send(method, "/stored?name=a-\(size).png")
                    #expect(answer.status == 200)
                    #expect(answer["Content-Type"] == "image/png")
                    #expect(answer["Content-Length"] == "\(size)")
                    #expect(answer["Cache-Control"] == "max-age=31536000, immutable")
                    #expect(answer["X-Content-Type-Options"] == "nosniff")
                    let sent = method == "GET" ? bytes : []
                    #expect(answer.body == sent)
                }
            }
        }
    }

    @Test func nothingOutsideTheFolderIsFound() async throws {
        try await withFolder { visitor, folder in
            try Data("secret".utf8).write(to: folder.appending(path: ".hidden"))
            for name in [
                "", ".", "..", ".hidden", "none.png", "../secret.txt", "..%2Fsecret.txt", "%2E%2E%2Fsecret.txt",
                "x/../../secret.txt", "/etc/passwd", "a%00.png", String(repeating: "a", count: 4000),
            ] {
                let answer = try await visitor.get("/stored?name=\(name)")
                #expect(answer.status == 404, "\(name): \(answer.status)")
            }
        }
    }
}
