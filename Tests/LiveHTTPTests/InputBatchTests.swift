import Hummingbird
import HummingbirdCore
import Live
import NIOCore
import Synchronization
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct InputBatchTests {
    private func batch(_ count: Int) -> String {
        let inputs = (0..<count).map { "{\"n\": \($0 + 1), \"name\": \"pick\"}" }
        return "{\"inputs\": [\(inputs.joined(separator: ", "))]}"
    }

    /// The status of an answer, and its body.
    private func answer(_ body: String) async throws -> (HTTPResponse.Status, String) {
        let page = try await OpenPage()
        let response = try await page.send(body)
        let text = Mutex("")
        try await response.body.write(BodyReader { buffer in text.withLock { $0 += String(buffer: buffer) } })
        await page.sessions.close()
        return (response.status, text.withLock { $0 })
    }

    @Test func aBatchIsAppliedAsFarAsOneMayBe() async throws {
        let (status, body) = try await answer(batch(1000))
        #expect(status == .ok)
        #expect(body.contains("\"applied\":256"))
    }

    @Test(arguments: [1001, 8000])
    func aBatchOfMoreInputsThanAnyPageSendsIsRefused(count: Int) async throws {
        let (status, body) = try await answer(batch(count))
        #expect(status == .badRequest)
        #expect(body == "{\"error\":\"malformed\"}")
    }

    @Test(arguments: ["{}", "{\"inputs\": {}}", "{\"inputs\": [3]}", "{\"epoch\": 1, \"inputs\": []}", "["])
    func whatIsNoBatchIsRefused(body: String) async throws {
        #expect(try await answer(body).0 == .badRequest)
    }

    @Test(arguments: ["", "\"epoch\": null, ", "\"epoch\": \"other\", "])
    func aBatchMayBeEmptyAndOfAnyEpoch(epoch: String) async throws {
        #expect(try await answer("{\(epoch)\"inputs\": []}").0 == .ok)
    }
}
