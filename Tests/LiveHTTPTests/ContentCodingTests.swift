import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import LiveHTTP

/// Which coding an answer has.
@Suite(.timeLimit(.minutes(15))) struct ContentCodingTests {
    private func best(_ header: String?, _ compressed: Set<ContentCoding> = [.brotli, .gzip]) -> ContentCoding? {
        var fields = HTTPFields()
        fields[.acceptEncoding] = header
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/", headerFields: fields)
        return ContentCoding.best(for: Request(head: head, body: .init(buffer: .init())), among: compressed)
    }

    @Test(
        arguments: [
            (nil, .identity), ("", .identity), ("gzip, deflate, br, zstd", .brotli), ("gzip", .gzip), ("GZIP", .gzip),
            ("x-gzip", .gzip), ("br", .brotli), ("deflate", .identity), ("identity", .identity), ("*", .brotli),
            ("gzip;q=0.9, br;q=0.8", .gzip), ("gzip;q=1, br;q=1.0", .brotli), ("br;q=0, gzip", .gzip),
            ("br;q=0, *", .gzip), ("gzip ; q=0.5 ,\tbr;q=0.001", .gzip), ("gzip;q=0.5, identity", .identity),
            ("gzip;q=0.5, identity;q=0.4", .gzip), ("gzip;q=0", .identity), ("*;q=0, gzip", .gzip),
            ("identity;q=0, gzip", .gzip), ("gzip;Q=0.2", .gzip), ("gzip;level=9;q=0.3", .gzip),
        ] as [(String?, ContentCoding)])
    func theBestThatIsAcceptedIsTaken(header: String?, coding: ContentCoding) {
        #expect(best(header) == coding)
    }

    @Test(arguments: [
        "identity;q=0", "*;q=0", "identity;q=0.000, gzip;q=0, br;q=0", "deflate, *;q=0", "identity;q=0, deflate",
    ])
    func whoRefusesAllOfThemGetsNone(header: String) {
        #expect(best(header) == nil)
    }

    @Test func whatIsNotThereIsNotTaken() {
        #expect(best("br", []) == .identity)
        #expect(best("br, gzip", [.gzip]) == .gzip)
        #expect(best("gzip, identity;q=0", []) == nil)
        #expect(best("*;q=0.5, identity;q=0", []) == nil)
    }

    @Test(arguments: [
        "gzip;q=", "gzip;q=2", "gzip;q=1.001", "gzip;q=-1", "gzip;q=0.1234", "gzip;q=nan", "gzip;q=1e3", "gzip;q=0x1",
        "gzip;q=.5", ",,,", ";", ";;q=1", "q=1", "gzip br", "ｇｚｉｐ", "gzi", "gzipp",
    ])
    func whatIsMalformedSaysNothing(header: String) {
        #expect(best(header) == .identity)
    }

    @Test func aHeaderOfManyElementsIsReadOnce() {
        let header = String(repeating: "gzip;q=0.5,", count: 20_000) + "br;q=0.6"
        #expect(best(header) == .brotli)
        #expect(best(String(repeating: ";q=1", count: 20_000)) == .identity)
    }
}
