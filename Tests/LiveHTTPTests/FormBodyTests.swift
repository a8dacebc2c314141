import Hummingbird
import HummingbirdCore
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct FormBodyTests {
    @Test(arguments: [
        ("", [:]),
        ("a=1&b=2", ["a": "1", "b": "2"]),
        ("a=1&a=2", ["a": "2"]),
        ("a=x+y%2Bz%26%3D", ["a": "x y+z&="]),
        ("a&b=", ["a": "", "b": ""]),
        ("a=%ED%95%9C%EA%B8%80", ["a": "한글"]),
        ("a=%00&b=%0D", ["a": "\0", "b": "\r"]),
        ("a=1%0D%0A2", ["a": "1\n2"]),
        ("&&a=1&", ["a": "1"]),
    ])
    func aFormIsReadAsTheStandardSays(body: String, fields: [String: String]) throws {
        #expect(try FormBody.parse(Array(body.utf8)) == fields)
    }

    @Test(arguments: ["a=%", "a=%2", "a=%zz", "%G0=1", "a=%FF", "a=%C3%28"])
    func aMalformedFormIsABadRequest(body: String) {
        #expect {
            _ = try FormBody.parse(Array(body.utf8))
        } throws: {
            ($0 as? HTTPError)?.status == .badRequest
        }
    }

    private func fields(_ count: Int) -> String {
        (0..<count).map { "f\($0)=\($0)" }.joined(separator: "&")
    }

    @Test func aFormCanHaveAHundredFields() throws {
        #expect(try FormBody.parse(Array(fields(100).utf8)).count == 100)
        #expect(try FormBody.parse(Array("&&&\(fields(100))&&&".utf8)).count == 100)
    }

    /// However many names they have. And nothing is read of what follows: there the form is malformed as well.
    @Test func aFormOfMoreFieldsIsRefusedAtTheFirstTooMany() {
        for body in [fields(101), fields(101) + "&%", String(repeating: "a&", count: 2_000_000) + "%"] {
            #expect {
                _ = try FormBody.parse(Array(body.utf8))
            } throws: {
                let error = $0 as? HTTPError
                return error?.status == .badRequest && error?.body == "The form has too many fields"
            }
        }
    }
}
