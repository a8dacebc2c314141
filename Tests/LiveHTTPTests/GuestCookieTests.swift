import HTTPTypes
import Hummingbird
import HummingbirdCore
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct GuestCookieTests {
    private let guests = GuestCookie(Array(1...32))

    private func request(_ cookie: String, isSecure: Bool = false) -> Request {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        head.headerFields[.cookie] = cookie
        if isSecure { head.headerFields[.forwardedProto] = "https" }
        return Request(head: head, body: RequestBody(buffer: .init()))
    }

    @Test func aGuestIsKnownAgainByTheCookie() throws {
        let (guest, cookie) = guests.makeVisitor()
        let again = try #require(guests.visitor(of: request("visitor=\(cookie)")))
        #expect(again.owner == guest.owner)
        #expect(again.csrf == guest.csrf)
        #expect(again.isGuest)
    }

    @Test func whatIsKnownOfAGuestDoesNotGiveTheCookieAway() {
        let (guest, cookie) = guests.makeVisitor()
        for part in cookie.split(separator: ".") {
            #expect(!guest.owner.contains(part))
            #expect(!guest.csrf.contains(part))
        }
        #expect(guest.owner != guest.csrf)
    }

    /// Two sites of a host get each other's cookies, whatever their ports are.
    @Test func aGuestIsFoundBesideTheCookieOfAnotherSite() {
        let site = GuestCookie(Array(2...33), name: "site")
        let ((guest, cookie), (_, other)) = (site.makeVisitor(), guests.makeVisitor())
        #expect(site.visitor(of: request("visitor=\(other); site=\(cookie)"))?.owner == guest.owner)
        #expect(site.visitor(of: request("visitor=\(cookie)")) == nil)
    }

    @Test func eachGuestIsAnother() {
        #expect(guests.makeVisitor().0.owner != guests.makeVisitor().0.owner)
    }

    @Test func aNumberThatWasNotGivenOutHereIsNobodys() {
        let (_, cookie) = GuestCookie(Array(2...33)).makeVisitor()
        #expect(guests.visitor(of: request("visitor=\(cookie)")) == nil)
        let (_, own) = guests.makeVisitor()
        let (_, other) = guests.makeVisitor()
        let mixed = own.split(separator: ".")[0] + "." + other.split(separator: ".")[1]
        #expect(guests.visitor(of: request("visitor=\(mixed)")) == nil)
    }

    @Test(arguments: ["", ".", "a", "a.b", "a.b.c"])
    func whatIsNoCookieOfAGuestIsNobodys(cookie: String) {
        #expect(guests.visitor(of: request("visitor=\(cookie)")) == nil)
    }

    @Test func underTLSOnlyTheCookieOfThisHostCounts() {
        let (_, cookie) = guests.makeVisitor()
        #expect(guests.visitor(of: request("visitor=\(cookie)", isSecure: true)) == nil)
        #expect(guests.visitor(of: request("__Host-visitor=\(cookie)", isSecure: true)) != nil)
    }
}
