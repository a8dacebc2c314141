import Foundation
import TestSupport
import Testing

/// What a server says that has no room for temporary files (SEC23).
@Suite(.timeLimit(.minutes(15))) struct FullDiskTests {
    @Test func anImportWithoutRoomSaysSoAndIsNotNoted() async throws {
        try await ServerProcess.run(environment: ["TMPDIR": "/no/such/folder"]) { server in
            let account = try await DemoAccount(server.visitor)
            let body = """
                --x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\(account.csrf)\r\n\
                --x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n\
                {"format":"hindsight","version":1,"goals":[]}\r\n--x--\r\n
                """
            let answer = try await account.visitor.send(
                "POST", "/settings/import", ["Content-Type": "multipart/form-data; boundary=x"], body: Array(body.utf8))
            #expect(answer.status == 503 && answer["Retry-After"] != nil)
            #expect(answer.text.contains("There is no room for the file right now."))
            let activity = try await account.visitor.get("/settings/activity")
            #expect(activity.status == 200 && !activity.text.contains("Goals imported"))
        }
    }
}

/// What an operator is told of a database in a folder that can't be written to (SEC25).
@Suite(.timeLimit(.minutes(15))) struct ReadOnlyFolderTests {
    /// Runs a shell with mounts of its own; its exit code, and what was said.
    private func shell(_ script: String, _ arguments: String...) throws -> (code: Int32, text: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["unshare", "--mount", "sh", "-c", script] + arguments
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private func check(_ server: ServerProcess) throws -> (code: Int32, text: String) {
        try shell(
            """
            mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$0" check "$1/hindsight.sqlite"
            """, ServerProcess.program.path, server.folder.path)
    }

    @Test func itIsReadAsFarAsItCanBeAndSaysWhyNot() async throws {
        if try shell("true").code != 0 { try Test.cancel("Left out: nothing can be mounted here.") }
        try await ServerProcess.run { server in
            await server.end(by: SIGTERM)
            #expect(try check(server) == (0, "ok\n"))
            try await server.start()
            _ = try await DemoAccount(server.visitor)
            #expect(try check(server) == (0, "ok\n"))
            await server.end(by: SIGKILL)
            try FileManager.default.removeItem(atPath: server.database + "-shm")
            let refused = try check(server)
            #expect(refused.code == 1)
            #expect(refused.text.contains("its newest changes are in '\(server.database)-wal'. Copy both files"))
        }
    }
}
