import Live
import LiveTesting
import StreamsTesting
import Synchronization
import TestSupport
import Testing

@testable import LiveHTTP

/// Files that a page's script sends to its live address.
@Suite(.timeLimit(.minutes(15))) struct UploadTests {
    private let place = UploadPlace()
    private let picture = Array(repeating: UInt8(7), count: 900)

    /// The head of a request that sends a file.
    private static func head(_ page: HTTPPage) -> String {
        """
        PUT \(page.address) HTTP/1.1
        Host: \(page.visitor.authority)
        Cookie: \(page.visitor.cookies.map { "\($0)=\($1)" }.joined(separator: "; "))
        X-CSRF-Token: \(page.csrf)
        Live-Field: pictures
        Content-Length: 900
        """
    }

    @Test func aFileThatIsSentIsNamedByTheFieldOfItsPage() async throws {
        let uploads = try place.open()
        try await withAlbum(uploads) { [picture] visitor in
            let page = try await visitor.open("/album")
            try await page.stream { stream in
                let id = try await page.id(of: picture, named: "%ED%95%98%EB%8A%98.png")
                try await page.send("pictures", id)
                try await stream.next("shown", having: "[하늘.png:900] missing 0")
            }
        }
        #expect(uploads.use.files == 1 && uploads.use.bytes == 900 && uploads.use.transfers == 0)
    }

    @Test func aFileOfSomebodyElseIsAsUnknownAsNone() async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let id = try await visitor.open("/album").id(of: picture)
            let page = try await visitor.another().open("/album")
            try await page.stream { stream in
                try await page.send("pictures", "\(id) \(FileID.random())")
                try await stream.next("shown", having: "[] missing 2")
            }
        }
    }

    @Test func aCraftedTextOfTheFieldDoesNoHarm() async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let page = try await visitor.open("/album")
            let ids = [try await page.id(of: picture), try await page.id(of: picture), try await page.id(of: picture)]
            try await page.stream { stream in
                let long = String(repeating: "\(ids[0]) ", count: 6000)
                for text in [long, " ", "\u{0}", String(repeating: "e\u{301}", count: 60_000), "!tooLarge !nonsense"] {
                    #expect(try await page.send("pictures", text).status == 200)
                }
                try await stream.next("shown", having: "[] missing 0 refused [tooLarge]")
                try await page.send("pictures", "\(ids[0]) \(ids[0]) \(ids[1])")
                try await stream.next("shown", having: "[a.png:900,a.png:900] missing 0 refused []")
                try await page.send("pictures", ids.joined(separator: " "))
                try await stream.next("shown", having: "[a.png:900,a.png:900] missing 0 refused [surplus]")
            }
        }
    }

    @Test func aFileThatIsTooLargeIsRefusedAndNotStored() async throws {
        try await withAlbum(place.open()) { visitor in
            let page = try await visitor.open("/album")
            let answer = try await page.put(Array(repeating: 1, count: 1001))
            #expect(answer.status == 413)
            #expect(answer.text == #"{"error":"tooLarge"}"#)
            #expect(try await page.put([]).text == #"{"error":"empty"}"#)
            #expect(try await page.put(Array(repeating: 1, count: 1000)).status == 201)
        }
        #expect(place.names.count == 2)
    }

    @Test func onlyAFieldThatThePageOffersTakesFiles() async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let page = try await visitor.open("/album")
            for field in ["title", "save", "nonsense", ""] {
                #expect(try await page.put(picture, field: field).status == 422)
            }
            #expect(try await page.put(picture, ["X-CSRF-Token": "another"]).status == 403)
            #expect(try await page.put(picture, ["Sec-Fetch-Site": "cross-site"]).status == 403)
            let other = try await visitor.another().open("/album")
            let forged = try await other.visitor.send(
                "PUT", page.address, ["X-CSRF-Token": other.csrf, "Live-Field": "pictures"], body: picture)
            #expect(forged.status == 410)
            let unknown = try await visitor.another().send("PUT", page.address, body: picture)
            #expect(unknown.status == 410)
            let chunked = try await visitor.send(
                "PUT", page.address, ["X-CSRF-Token": page.csrf, "Live-Field": "pictures"], body: picture,
                inPiecesOf: 300)
            #expect(chunked.status == 411)
        }
        #expect(place.names == [])
    }

    @Test(
        arguments: [
            ("..%2F..%2Fetc%2Fpasswd", "passwd"), ("C%3A%5Cdocs%5Ca.png", "a.png"), ("a%00b%0A.png", "ab.png"),
            ("%E2%80%AEgnp.exe", "gnp.exe"), ("%", ""), ("%FF", ""), (".", "."),
            (String(repeating: "x", count: 5000), String(repeating: "x", count: 100)),
        ])
    func aHostileNameIsOnlyShown(sent: String, shown: String) async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let page = try await visitor.open("/album")
            try await page.stream { stream in
                try await page.send("pictures", page.id(of: picture, named: sent))
                try await stream.next("shown", having: "[\(shown):900]")
            }
        }
        #expect(place.names.count == 2)
        #expect(place.names.allSatisfy { FileID($0.prefix(32)) != nil })
    }

    @Test func anOwnerAndAGroupHaveTheirLimitsAndARetryWorksWhenThereIsRoom() async throws {
        var limits = UploadLimits()
        limits.filesPerOwner = 2
        limits.filesPerHourOfGroup = 4
        let uploads = try place.open(limits)
        try await withAlbum(uploads, trustsProxies: true) { [picture, place] visitor in
            let from = ["X-Forwarded-For": "192.0.2.7"]
            let page = try await visitor.open("/album")
            for _ in 0..<2 { #expect(try await page.put(picture, from).status == 201) }
            let refused = try await page.put(picture, from)
            #expect(refused.status == 429)
            #expect(refused.text == #"{"error":"tooMany"}"#)
            let ids = place.names.compactMap { FileID($0) }
            await uploads.discard(ids)
            for _ in 0..<2 { #expect(try await page.put(picture, from).status == 201) }
            // A new guest of the same group has no more than the others.
            let other = try await visitor.another().open("/album")
            #expect(try await other.put(picture, from).status == 429)
            #expect(try await other.put(picture, ["X-Forwarded-For": "192.0.2.8"]).status == 201)
        }
    }

    @Test func aFullFolderIsBusy() async throws {
        var limits = UploadLimits()
        limits.bytes = 1000
        try await withAlbum(place.open(limits)) { [picture] visitor in
            let page = try await visitor.open("/album")
            #expect(try await page.put(picture).status == 201)
            let refused = try await page.put(picture)
            #expect(refused.status == 503)
            #expect(refused.text == #"{"error":"busy"}"#)
        }
    }

    @Test func aRequestTakesAPlaceWhenItsFirstBytesHaveCome() async throws {
        var limits = UploadLimits()
        limits.transfers = 1
        let uploads = try place.open(limits)
        try await withAlbum(uploads) { [picture] visitor in
            let page = try await visitor.open("/album")
            try await Wire.hold(Self.head(page), body: [], port: visitor.port) {
                #expect(try await page.put(picture).status == 201)
                try await Wire.hold(Self.head(page), body: [1], port: visitor.port) {
                    while uploads.use.transfers == 0 { await Task.yield() }
                    let refused = try await page.put(picture)
                    #expect(refused.status == 503)
                    #expect(refused.text == #"{"error":"busy"}"#)
                }
                while uploads.use.transfers > 0 { await Task.yield() }
                #expect(try await page.put(picture).status == 201)
            }
        }
    }

    /// The window ends at once, and has brought nothing.
    @Test func aRequestThatIsTooSlowIsEndedAndLeavesNothing() async throws {
        let uploads = try place.open(sleep: { _ in await Task.yield() })
        try await withAlbum(uploads) { visitor in
            let page = try await visitor.open("/album")
            let answer = try await Wire.exchange(Self.head(page), body: "abc", port: visitor.port)
            #expect(answer.contains("408"))
        }
        #expect(uploads.use.files == 0 && uploads.use.transfers == 0)
    }

    @Test func aFileOfWhichTheLineIsCutLeavesNothing() async throws {
        let uploads = try place.open()
        try await withAlbum(uploads) { visitor in
            let page = try await visitor.open("/album")
            _ = try await Wire.exchange(Self.head(page), body: "abc", isCut: true, port: visitor.port)
            while uploads.use.files > 0 || uploads.use.transfers > 0 { await Task.yield() }
        }
        #expect(place.names == [])
    }

    @Test func aGuestsCookieHasTheAgeThatTheAppGivesIt() async throws {
        try await withAlbum(place.open(), guestLifetime: .seconds(400 * 86400)) { visitor in
            let answer = try await visitor.get("/album")
            #expect(answer["Set-Cookie"]?.contains("Max-Age=34560000") == true)
        }
    }
}
