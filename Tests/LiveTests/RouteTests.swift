import Live
import Testing

/// One value matches a path and makes it.
@Suite(.timeLimit(.minutes(15))) struct RouteTests {
    let list = Route("/goals/completed")
    let review = Route("/goals/{id}/review", Int.self)
    let step = Route("/goals/{goal}/steps/{step}", Int.self, String.self)

    @Test func aPathThatItMakesIsMatchedToTheSameValues() {
        #expect(list.path() == "/goals/completed")
        #expect(list.match("/goals/completed") != nil)
        #expect(review.path(12) == "/goals/12/review")
        #expect(review.match("/goals/12/review") == 12)
        #expect(step.path(3, "a") == "/goals/3/steps/a")
        #expect(step.match("/goals/3/steps/a").map { "\($0) \($1)" } == "3 a")
    }

    @Test(arguments: ["a b", "a/b", "a?b=c&d", "50 %", "%2F", "목표", "é", "e\u{301}", "+", "{step}", "👩‍👩‍👧", "a\nb", "#"])
    func whateverAValueHoldsComesBackTheSame(text: String) throws {
        let path = step.path(1, text)
        #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Array("?#{}".utf8).contains($0) })
        let value = try #require(step.match(path)).1
        #expect(Array(value.utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        "/goals/twelve/review", "/goals/12", "/goals/12/review/more", "/goals//review", "/goal/12/review", "", "/",
        "/goals/12/Review", "/goals/99999999999999999999/review", "/goals/1.0/review", "/goals/%31x/review",
    ])
    func whatIsNotOfTheRouteIsNotMatched(path: String) {
        #expect(review.match(path) == nil)
    }

    /// Such a path was taken for one without values, and to read them ended the process.
    @Test func thePatternItselfIsAPathLikeAnyOther() {
        #expect(review.match("/goals/{id}/review") == nil)
        #expect(step.match("/goals/{goal}/steps/{step}") == nil)
        #expect(Route("/rooms/{name}", String.self).match("/rooms/{name}") == "{name}")
    }

    @Test func aValueIsDecodedAndAPlusSignIsOne() {
        let route = Route("/rooms/{name}", String.self)
        #expect(route.match("/rooms/a%20b+c") == "a b+c")
        #expect(route.match("/rooms/100%") == "100%")
        #expect(Route("/goals/{id}", Int.self).match("/goals/%31%32") == 12)
    }

    @Test func aQueryStandsBehindThePath() {
        #expect(review.path(12, query: ["edit": "1", "q": "a&b"]) == "/goals/12/review?edit=1&q=a%26b")
        #expect(list.path(query: Query("f%5B%5D=1")) == "/goals/completed?f%5B%5D=1")
        #expect(list.path(query: Query()) == "/goals/completed")
    }
}

/// A query is the same to the byte, and loses what it is asked to lose and nothing else.
@Suite(.timeLimit(.minutes(15))) struct QueryTests {
    @Test(arguments: ["", "f%5B%5D=1", "a=1&a=2", "a", "a=", "=1", "a=b=c", "%", "%zz=1", "a&&b", "x=%2B+", "ä=ö"])
    func aQueryIsKeptAsItWasWritten(text: String) {
        #expect(Query(text).text == text)
        #expect(Query(text).removing("other").text == text)
    }

    @Test func namesAndValuesAreDecodedWhenTheyAreAskedFor() {
        let query = Query("f%5B%5D=1&q=a%26b+c&f%5B%5D=2&alone&empty=&x=a=b")
        #expect(query["f[]"] == "1")
        #expect(query.values("f[]") == ["1", "2"])
        #expect(query["q"] == "a&b c")
        #expect(query["alone"] == "")
        #expect(query["empty"] == "")
        #expect(query["x"] == "a=b")
        #expect(query["none"] == nil)
        #expect(query.values("none") == [])
    }

    @Test(arguments: [
        ("input=save", ""), ("after=17&input=refresh", "after=17"),
        ("input=a&f%5B%5D=1&input=b&g=%20", "f%5B%5D=1&g=%20"),
        ("%69nput=save&a=1", "a=1"), ("inputs=1&xinput=2&Input=3", "inputs=1&xinput=2&Input=3"), ("input", ""),
        ("a=input", "a=input"), ("a=1&a=2&input=x&a=1", "a=1&a=2&a=1"),
    ])
    func onlyThePairsOfOneNameAreRemoved(text: String, rest: String) {
        #expect(Query(text).removing("input").text == rest)
    }

    @Test func aPairIsAddedEncoded() {
        #expect(Query("a=1").adding("f[]", "x&y =ü").text == "a=1&f%5B%5D=x%26y%20%3D%C3%BC")
        #expect(Query("a=1").adding("f[]", "x&y =ü")["f[]"] == "x&y =ü")
        let pairs: Query = ["after": "17", "q": "?"]
        #expect(pairs.text == "after=17&q=%3F")
    }

    @Test func aNumberInAnAddressHasOneSpelling() {
        for number in [1, 42, Int64.max] { #expect(Int64(plainDecimal: String(number)) == number) }
        #expect(Int64(plainDecimal: "/goals/17".dropFirst(7)) == 17)
        let others = [
            "", "0", "00", "01", "+1", "-1", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "١", "１", "1\0",
            "9223372036854775808",
            String(repeating: "9", count: 100_000),
        ]
        for text in others { #expect(Int64(plainDecimal: text) == nil) }
    }
}
