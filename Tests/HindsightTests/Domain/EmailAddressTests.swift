import HindsightDomain
import Live
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct EmailAddressTests {
    @Test(arguments: [
        "mina@example.com", "  mina@example.com\n", "mina+goals@example.com", "m@e.io", "민아@한국.kr",
        "a.b-c_d@sub.example.co.kr",
        "o'neil@example.com", "mina@münchen.de", "mina@xn--mnchen-3ya.de", "mina@1-2.example.com",
        String(repeating: "a", count: 64) + "@example.com", "a@" + String(repeating: "b", count: 63) + ".com",
        "a@\(String(repeating: "b", count: 61).repeatedAsLabels(4)).com",
    ])
    func itIsTaken(text: String) throws {
        let email = try EmailAddress(text)
        #expect(email.text == text.trimmedAtEnds)
        #expect(email.mailbox.utf8.count <= 254)
        #expect("\(email)" == "EmailAddress(hidden)")
    }

    static let refused: [(String, EmailFault)] = [
        ("", .missing), (" \n", .missing), ("mina", .hasNoAt), ("mina.example.com", .hasNoAt),
        ("a@b@c.com", .hasSeveralAts),
        ("@example.com", .hasNoLocalPart), ("mina@", .hasNoDomain), ("mina@example", .hasNoDomain),
        ("@", .hasNoLocalPart),
        ("mi na@example.com", .hasWhiteSpace), ("mina@exam ple.com", .hasWhiteSpace),
        ("mi\u{3000}na@example.com", .hasWhiteSpace),
        ("mina@example.com\u{0}", .domainIsWrong), ("mi\u{0}na@example.com", .disallowedCharacter("\u{0}")),
        ("mi\u{200B}na@example.com", .disallowedCharacter("\u{200B}")),
        ("\"mina\"@example.com", .disallowedCharacter("\"")),
        ("mina,otto@example.com", .disallowedCharacter(",")), ("<mina@example.com>", .disallowedCharacter("<")),
        ("mi\\na@example.com", .disallowedCharacter("\\")),
        ("mina@example..com", .domainIsWrong), ("mina@.com", .domainIsWrong), ("mina@example.com.", .domainIsWrong),
        ("mina@-a.com", .domainIsWrong), ("mina@a-.com", .domainIsWrong), ("mina@ex_ample.com", .domainIsWrong),
        ("mina@127.0.0.1", .domainIsWrong), ("mina@[::1]", .domainIsWrong), ("mina@a/b.com", .domainIsWrong),
        ("mina@exa%41mple.com", .domainIsWrong),
        (String(repeating: "a", count: 65) + "@example.com", .localPartTooLong),
        (String(repeating: "가", count: 22) + "@example.com", .localPartTooLong),
        ("a@" + String(repeating: "b", count: 64) + ".com", .domainIsWrong),
        // 21 characters, and 64 bytes as a name in ASCII.
        ("a@" + String(repeating: "é", count: 63) + ".com", .domainIsWrong),
        ("a@\(String(repeating: "b", count: 63).repeatedAsLabels(4)).com", .tooLong),
        (String(repeating: "a", count: 1_000_000), .tooLong),
    ]

    @Test(arguments: refused)
    func itIsRefusedAndWhyIsSaid(text: String, fault: EmailFault) {
        #expect(throws: fault) { try EmailAddress(text) }
    }

    @Test(arguments: [
        ("Mina@Example.COM", "mina@example.com"), ("mina@MÜNCHEN.de", "mina@xn--mnchen-3ya.de"),
        ("mina@日本。jp", "mina@日本.jp"), ("mine\u{301}@example.com", "min\u{E9}@example.com"),
        ("É@example.com", "é@example.com"),
    ])
    func spellingsOfOneAddressAreOne(one: String, other: String) throws {
        #expect(try EmailAddress(one) == EmailAddress(other))
        #expect(try EmailAddress(one).key.utf8.elementsEqual(EmailAddress(other).key.utf8))
    }

    @Test(arguments: [("mina+a@example.com", "mina@example.com"), ("mi.na@example.com", "mina@example.com")])
    func whatSomeProvidersTakeForOneIsTwo(one: String, other: String) throws {
        #expect(try EmailAddress(one) != EmailAddress(other))
    }
}

extension String {
    fileprivate func repeatedAsLabels(_ count: Int) -> String {
        Array(repeating: self, count: count).joined(separator: ".")
    }
}
