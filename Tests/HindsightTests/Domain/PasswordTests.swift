import HindsightDomain
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct PasswordTests {
    static let refused: [(String, PasswordFault)] = [
        ("", .missing), ("1234567", .tooShort(count: 7)), ("일곱글자예요오", .tooShort(count: 7)),
        (String(repeating: "ab1!", count: 33), .tooLong), (String(repeating: "👨‍👩‍👧‍👦", count: 60), .tooLong),
        (String(repeating: "x", count: 2_000_000), .tooLong),
        ("mina.kim@example.com", .isEmail), ("MINA.KIM@example.com", .isEmail), ("Mina.Kim", .isEmail),
        ("aaaaaaaa", .isObvious(.repeats)), ("abcabcabc", .isObvious(.repeats)), ("aaaaaaab", .isObvious(.repeats)),
        ("하하하하하하하하", .isObvious(.repeats)), ("        ", .isObvious(.repeats)),
        ("!!!!!!!!!!!!!!!!", .isObvious(.repeats)),
        ("12345678", .isObvious(.sequence)), ("1234567890", .isObvious(.sequence)), ("87654321", .isObvious(.sequence)),
        ("abcdefgh", .isObvious(.sequence)), ("HGFEDCBA", .isObvious(.sequence)), ("abcd1234", .isObvious(.sequence)),
        ("qwertyui", .isObvious(.keyboard)), ("qwerty12", .isObvious(.keyboard)), ("asdfghjkl", .isObvious(.keyboard)),
        ("1q2w3e4r", .isObvious(.keyboard)), ("1qaz2wsx", .isObvious(.keyboard)), ("ㅂㅈㄷㄱㅅㅛㅕㅑ", .isObvious(.keyboard)),
        ("poiuytre", .isObvious(.keyboard)), ("azertyui", .isObvious(.keyboard)), ("qwertz123", .isObvious(.keyboard)),
        ("hindsight", .isObvious(.word)), ("Hindsight1", .isObvious(.word)), ("hindsight2026", .isObvious(.word)),
        ("password", .isObvious(.word)), ("Password1!", .isObvious(.word)), ("하인드사이트12", .isObvious(.word)),
        ("비밀번호1234", .isObvious(.word)), ("passwordpassword", .isObvious(.repeats)),
        ("19900412", .isObvious(.date)), ("1990-04-12", .isObvious(.date)), ("12.04.1990", .isObvious(.date)),
        ("12/04/1990", .isObvious(.date)), ("2026년11월22일", .isObvious(.date)), ("a19900412", .isObvious(.date)),
    ]

    @Test(arguments: refused)
    func whatAnybodyWouldTryFirstIsRefused(text: String, fault: PasswordFault) {
        #expect(throws: fault) { try Password(new: text, email: " mina.kim@example.com ") }
        #expect(Password.assess(text, email: "mina.kim@example.com").strength == .none)
    }

    static let taken: [(String, PasswordStrength)] = [
        ("mina1990", .weak), ("tr0ub4do", .weak), ("kx9$vq2m", .weak), ("오늘도달렸어", .none), ("오늘도달렸어요오", .weak),
        ("a1b2c3d4x", .good), ("runningshoes", .good), ("correct horse battery", .strong), ("아침마다 이십 분씩 걸었어요", .strong),
        ("👨‍👩‍👧‍👦🏃‍♀️🌊🎸🍎🚲📚☕️", .weak),
    ]

    @Test(arguments: taken)
    func theStrengthFollowsTheEffortOfAGuess(text: String, strength: PasswordStrength) {
        #expect(Password.assess(text, email: "mina.kim@example.com").strength == strength)
        #expect((Password.assess(text, email: "").fault == nil) == (strength > .none))
    }

    @Test func waysToTypeOnePasswordAreOne() throws {
        #expect(
            try Password(new: "cafe\u{301} au lait", email: "")
                == Password(new: "caf\u{E9}\u{A0}au\u{3000}lait", email: ""))
        #expect(try Password(new: "Kx9$vq2m", email: "") != Password(new: "kx9$vq2m", email: ""))
        #expect(try Password(new: " kx9$vq2m", email: "") != Password(new: "kx9$vq2m", email: ""))
    }

    @Test func nothingThatIsPrintedShowsIt() throws {
        let password = try Password(new: "kx9$vq2m", email: "")
        var dumped = ""
        dump([password], to: &dumped)
        #expect(!"\(password) \(String(reflecting: password)) \(dumped)".contains("kx9"))
    }

    @Test func whatCanBeNobodysIsNotEvenHashed() {
        #expect(Password(entered: String(repeating: "x", count: 1025)) == nil)
        #expect(Password(entered: "") != nil)
    }
}
