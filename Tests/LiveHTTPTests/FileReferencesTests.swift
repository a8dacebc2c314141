import Testing

@testable import LiveHTTP

/// What is replaced in files.
@Suite(.timeLimit(.minutes(15))) struct FileReferencesTests {
    @Test(arguments: [
        ("url(/a.svg)", "url(/N/a.svg)"), ("url(\"/a.svg#x\")", "url(\"/N/a.svg#x\")"),
        ("href='/a.svg'", "href='/N/a.svg'"), ("\"/b.svg\"", "\"/b.svg\""), ("\"/a.svg.bak\"", "\"/a.svg.bak\""),
        ("\"http://x/a.svg\"", "\"http://x/a.svg\""), ("\"//a.svg\"", "\"//a.svg\""), ("(/", "(/"), ("'/", "'/"),
        ("a/a.svg", "a/a.svg"), ("url(/a.svg", "url(/N/a.svg"),
    ])
    func referencesGetTheirNewAddress(text: String, replaced: String) {
        let bytes = FileReferences.replacing(in: Array(text.utf8)) { $0 == "/a.svg" ? "/N/a.svg" : nil }
        #expect(String(decoding: bytes, as: UTF8.self) == replaced)
    }
}
