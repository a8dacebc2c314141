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
            #expect(activity.status == 200 && !activity.text.contains("Goals were brought in"))
        }
    }
}
