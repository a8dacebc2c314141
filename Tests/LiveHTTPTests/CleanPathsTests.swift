import Hummingbird
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct CleanPathsTests {
    private typealias Paths = CleanPaths<LiveRequestContext>

    @Test(arguments: ["/", "", "/goals/completed", "/live/abc.def", "/a%20b", "/a%0", "/a%", "/a/", "/%2F/%30"])
    func pathsThatAllReadAlikePass(path: String) {
        #expect(Paths.isClean(path))
    }

    @Test(arguments: ["//", "/a//b", "/a/%00", "/%00b", "/a\0b", "//evil.example", "/a//"])
    func pathsThatSomeReadOtherwiseDont(path: String) {
        #expect(!Paths.isClean(path))
    }
}
