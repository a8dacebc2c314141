import Foundation
import HTTPTypes
import Live
import Logging
import TestSupport
import Testing

@testable import LiveHTTP
@testable import Market

@Suite(.timeLimit(.minutes(15))) struct PictureAddressTests {
    private func withServed(
        _ body: @escaping @Sendable (PictureFixture, HTTPVisitor) async throws -> Void
    ) async throws {
        try await withPictures { fixture in
            let sessions = LiveSessions()
            let pages = LivePages(
                sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en", "ko"], signIn: "/",
                files: nil, visitor: { _ in nil })
            let router = pages.router(statusOf: { _ in nil }) { status, _, _ in RenderedPage("\(status.code)") }
            fixture.pictures.add(to: router)
            try await withServer(router, sessions, logger: Logger(label: "test")) { visitor in
                try await body(fixture, visitor)
            }
        }
    }

    @Test func aPictureIsKeptByBrowsersForever() async throws {
        try await withServed { fixture, visitor in
            let picture = try await fixture.make(width: 600, height: 300)
            for file in [picture.file, picture.smallFile] {
                let bytes = try Data(contentsOf: URL(filePath: "\(fixture.folder)/\(file)"))
                for method in ["GET", "HEAD"] {
                    let answer = try await visitor.send(method, "/pictures/\(file)")
                    #expect(answer.status == 200)
                    #expect(answer["Content-Type"] == "image/jpeg")
                    #expect(answer["Content-Length"] == "\(bytes.count)")
                    #expect(answer["Cache-Control"] == "max-age=31536000, immutable")
                    #expect(answer["X-Content-Type-Options"] == "nosniff")
                    #expect(answer["Content-Security-Policy"] == "default-src 'none'")
                    let body = method == "GET" ? Array(bytes) : []
                    #expect(answer.body == body)
                }
            }
        }
    }

    @Test func nothingElseIsServed() async throws {
        try await withServed { fixture, visitor in
            let picture = try await fixture.make()
            try Data("secret".utf8).write(to: URL(filePath: "\(fixture.folder)/.new-a.jpg"))
            try Data("secret".utf8).write(to: URL(filePath: "\(fixture.folder)/a.txt"))
            try Data("secret".utf8).write(to: fixture.root.appending(path: "secret.jpg"))
            for name in [
                "none.jpg", ".new-a.jpg", "a.txt", "..%2Fsecret.jpg", "%2e%2e%2fsecret.jpg", "../secret.jpg",
                "../pictures/a.txt", ".", "..", "", "%00.jpg", "\(picture.file)%00", picture.file.uppercased(),
                String(repeating: "a", count: 5000) + ".jpg",
            ] {
                let answer = try await visitor.get("/pictures/\(name)")
                #expect(answer.status == 404 || answer.status == 400, "\(name): \(answer.status)")
                #expect(!answer.text.contains("secret"))
            }
            let post = try await visitor.send("POST", "/pictures/\(picture.file)")
            #expect(post.status != 200)
        }
    }
}
