import Foundation
import Live
import Testing

@Suite(.timeLimit(.minutes(15))) struct Base64URLTests {
    /// The test vectors of RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func bytesAreWrittenAsTheStandardSays(bytes: String, text: String) {
        #expect(Base64URL.encode(Array(bytes.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(bytes.utf8))
    }

    @Test func allBytesComeBackAndAreWrittenAsFoundationWritesThem() {
        var generator = SystemRandomNumberGenerator()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let text = Base64URL.encode(bytes)
            let foundation = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(text == foundation)
            #expect(Base64URL.decode(text) == bytes)
        }
    }

    @Test(arguments: ["A", "Zh", "Zm9=", "Zg==", "Z g", "Zm+v", "Zm/v", "Zm9vY", "é", "Zm8\u{0}"])
    func whatIsNotTheOneEncodingOfAnythingIsRefused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
