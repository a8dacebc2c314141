import Foundation
import HindsightDomain
import Live
import StreamsTesting
import TestSupport
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct MailMessageTests {
    private static let names = [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
    ]

    private func render(
        _ subject: String = "Hello", _ text: String = "Good morning", to address: String = "mina@example.com",
        from sender: String = "Hindsight <no-reply@example.org>"
    ) throws -> KeptMail {
        let message = MailMessage(to: try EmailAddress(address), subject: subject, text: text)
        let date = Date(timeIntervalSince1970: 1_770_000_000)
        return KeptMail(source: message.rendered(from: try MailSender(sender), at: date, id: "abc123"))
    }

    /// Whether it has these headers and no others, and no line that is too long.
    private func isSound(_ mail: KeptMail) -> Bool {
        mail.headers.map(\.name) == Self.names && !mail.source.utf8.contains(UInt8(ascii: "\r"))
            && mail.source.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 }
    }

    @Test func aPlainMailIsPlain() throws {
        let mail = try render("Confirm your address", "Open this:\n\nhttps://example.org/confirm?token=a_b\n")
        #expect(
            mail.source == """
                From: "Hindsight"
                 <no-reply@example.org>
                To: <mina@example.com>
                Subject: Confirm your address
                Date: Mon, 02 Feb 2026 02:40:00 +0000
                Message-ID: <abc123@example.org>
                Auto-Submitted: auto-generated
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Open this:

                https://example.org/confirm?token=3Da_b

                """)
    }

    @Test(arguments: [
        "메일 주소를 확인해 주세요", "Confirmez l'adresse", "é", "", " ", "=?utf-8?B?SGk=?=", "👨‍👩‍👧‍👦 together",
        String(repeating: "긴 제목 ", count: 200), String(repeating: "x", count: 70),
        String(repeating: "long ", count: 400),
        String(repeating: "🙂", count: 500),
    ])
    func aSubjectArrivesAsItWas(subject: String) throws {
        let mail = try render(subject)
        #expect(isSound(mail))
        #expect(mail["Subject"] == subject.trimmedAtEnds)
    }

    @Test(arguments: [
        "메일 주소를 확인해 주세요.\n\n감사합니다.\n", "", "\n", "a", "a = b\n", "tab\t\nspace \n  both \t\n", "one\n\n\n",
        "https://example.org/" + String(repeating: "a=", count: 100), String(repeating: "x", count: 5000),
        String(repeating: "x", count: 75), String(repeating: "x", count: 76), String(repeating: "x", count: 77),
        String(repeating: "x", count: 73) + "=", String(repeating: "가", count: 300), "\u{0}\u{7}\u{1B}[31m",
        "🙂\u{2028}next",
    ])
    func aTextArrivesAsItWas(text: String) throws {
        let mail = try render("Hello", text)
        #expect(isSound(mail))
        #expect(mail.text == (text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"))
    }

    @Test func allEndsOfALineAreOne() throws {
        #expect(try render("Hello", "a\r\nb\rc\nd").text == "a\nb\nc\nd\n")
        #expect(try render("Hello", "a\r\r\n\nb\r\n").text == "a\n\n\nb\n")
    }

    /// They mean something to mail servers.
    @Test func aLineBeginsWithNoDotAndNoFrom() throws {
        let mail = try render("Hello", ".\n..\nFrom me\n>From you\r\n.\r\nQUIT")
        #expect(mail.source.hasSuffix("\n\n=2E\n=2E.\n=46rom me\n>From you\n=2E\nQUIT\n"))
        #expect(mail.text == ".\n..\nFrom me\n>From you\n.\nQUIT\n")
    }

    @Test(arguments: [
        "a\nBcc: eve@example.com", "a\r\nBcc: eve@example.com", "a\rBcc: eve@example.com", "a\n\nhello", "a\u{0}b",
        "a\u{85}Bcc: eve@example.com", "a\u{2028}Bcc: eve@example.com", "\r\n\r\na", "a\n b",
    ])
    func noHeaderIsSmuggledIn(text: String) throws {
        let mail = try render(text, text, from: "\(text)\"\\ <no-reply@example.org>")
        #expect(isSound(mail))
        #expect(mail["Bcc"] == nil)
        #expect(mail["To"] == "<mina@example.com>")
    }

    @Test(arguments: [
        ("no-reply@example.org", "<no-reply@example.org>"), ("<no-reply@example.org>", "<no-reply@example.org>"),
        ("A \"B\" \\ C <a@example.org>", "\"A \\\"B\\\" \\\\ C\" <a@example.org>"),
        ("\"Hindsight, Inc.\" <a@example.org>", "\"Hindsight, Inc.\" <a@example.org>"),
        ("하인드사이트 <a@example.org>", "하인드사이트 <a@example.org>"), ("A <a@münchen.de>", "\"A\" <a@xn--mnchen-3ya.de>"),
    ])
    func aSenderIsNamed(sender: String, header: String) throws {
        #expect(try render(from: sender)["From"] == header)
    }

    @Test(arguments: [
        ("mina@한국.kr", "<mina@xn--3e0b707e.kr>"), (".mina@example.com", "<\".mina\"@example.com>"),
        ("mi..na@example.com", "<\"mi..na\"@example.com>"), ("민아@example.com", "<민아@example.com>"),
        ("mi.na@example.com", "<mi.na@example.com>"),
    ])
    func anAddressIsWrittenSoThatItIsOne(address: String, header: String) throws {
        #expect(try render(to: address)["To"] == header)
    }

    @Test(arguments: 0..<300)
    func whateverTheTextsAreTheMailIsSound(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet: [Unicode.Scalar] = [
            "\r", "\n", "\u{0}", "\t", " ", ".", "=", "?", ":", "<", ">", "\"", "\\", "F", "a", "é", "가", "🙂",
            "\u{2028}",
            "\u{85}", "\u{301}", "\u{200D}", "\u{7F}",
        ]
        func text(_ length: Int) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...length, using: &random) {
                text.append(alphabet.randomElement(using: &random)!)
            }
            return String(text)
        }
        let (subject, body) = (text(200), text(400))
        let mail = try render(subject, body, from: "\(text(60)) <no-reply@example.org>")
        #expect(isSound(mail), "\(mail.source)")
        // The ends of lines are the only thing that is not as it was.
        func lines(_ text: String) -> [String.UnicodeScalarView.SubSequence] {
            text.unicodeScalars.split { $0 == "\r" || $0 == "\n" }
        }
        #expect(lines(mail.text).elementsEqual(lines(body), by: { $0.elementsEqual($1) }))
    }

    @Test func aMessageIsNotPrinted() throws {
        let message = MailMessage(to: try EmailAddress("mina@example.com"), subject: "Subject", text: "https://secret")
        var dumped = ""
        dump(message, to: &dumped)
        for text in ["\(message)", dumped] {
            for part in ["mina", "Subject", "secret"] { #expect(!text.contains(part)) }
        }
    }

    @Test(arguments: [
        "", "Hindsight", "Hindsight <>", "Hindsight <no-reply>", "<a@example.org> Hindsight", "a b@example.org",
    ])
    func aSenderWithoutAnAddressIsRefused(text: String) {
        #expect(throws: MailSender.Fault.self) { try MailSender(text) }
    }
}

@Suite(.timeLimit(.minutes(15))) struct SiteAddressTests {
    @Test(arguments: [
        ("https://hindsight.example.org", "https://hindsight.example.org"),
        ("http://localhost:8080/", "http://localhost:8080"),
        (" HTTPS://Example.ORG ", "https://example.org"), ("http://127.0.0.1:80", "http://127.0.0.1:80"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func aSiteIsTaken(text: String, site: String) throws {
        #expect(try SiteAddress(text).link("/confirm?token=a") == site + "/confirm?token=a")
    }

    @Test(arguments: [
        ("", SiteAddress.Fault.scheme), ("example.org", .scheme), ("ftp://example.org", .scheme),
        ("//example.org", .scheme),
        ("javascript:alert(1)", .scheme), ("https://", .host), ("https:///", .host), ("https:// example.org", .host),
        ("https://example.org:", .host), ("https://example.org:0", .host), ("https://example.org:70000", .host),
        ("https://example.org/app", .more), ("https://example.org//", .more), ("https://example.org?a=b", .more),
        ("https://example.org/?", .more), ("https://example.org#a", .more), ("https://user@example.org", .more),
        ("https://user:word@example.org", .more),
    ])
    func whatIsNoSiteIsRefused(text: String, fault: SiteAddress.Fault) {
        #expect(throws: fault) { try SiteAddress(text) }
    }
}
