import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct CookieTests {
    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1", "1"), ("aa=2; a=1", "1"), ("a=1; a=2", "1"), ("a=", ""),
        ("a=x=y", "x=y"), ("ab; a=1", "1"), ("\t a=1", "1"), ("; ;a=1;", "1"), ("a =2; a=1", "1"),
    ])
    func aCookieIsFoundByItsName(header: String, value: String) {
        #expect(request(header).cookie("a") == value)
    }

    @Test(arguments: ["", "b=1", "A=1", "aa=1", "a", "a;", "b=a=1", "xa=1"])
    func whatIsNotThereIsNone(header: String) {
        #expect(request(header).cookie("a") == nil)
    }

    @Test func aRequestWithoutCookiesHasNone() {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).cookie("a") == nil)
    }

    private func request(_ header: String) -> Request {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        head.headerFields[.cookie] = header
        return Request(head: head, body: .init(buffer: ByteBuffer()))
    }
}
