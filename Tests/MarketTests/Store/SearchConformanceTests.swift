import Live
import LiveHTTP
import LiveSQLite
import Testing

@testable import Market

/// Rules of every store for searches by a keyword.
@Suite(.timeLimit(.minutes(15))) struct SearchConformanceTests {
    private func found(_ keyword: String, _ fixture: MarketFixture) async throws -> [String] {
        try await fixture.store.products(page: 1, matching: Keyword(keyword)).rows.map(\.name.text)
    }

    @Test(arguments: StorePlace.allCases) func aWordIsFoundAnywhereInAWord(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            for name in ["중고 자전거", "자전", "전거 자", "Old CHAIR", "armchair 10km", "Café", "☂️ 우산"] {
                try await fixture.offer(name)
            }
            let expectations: [(String, [String])] = [
                // Two letters, which most words of Korean have.
                ("중고", ["중고 자전거"]), ("자전", ["자전", "중고 자전거"]), ("전거", ["전거 자", "중고 자전거"]),
                ("자전거", ["중고 자전거"]), ("고자", []), ("거자", []), ("중고 전거", ["중고 자전거"]),
                ("\u{110C}\u{1161}\u{110C}\u{1165}\u{11AB}", ["자전", "중고 자전거"]),
                // A single letter.
                ("거", ["전거 자", "중고 자전거"]), ("자", ["전거 자", "자전", "중고 자전거"]), ("k", ["armchair 10km"]),
                ("☂", ["☂️ 우산"]),
                ("chair", ["armchair 10km", "Old CHAIR"]), ("CHAIR", ["armchair 10km", "Old CHAIR"]),
                ("old chair", ["Old CHAIR"]), ("chair old", ["Old CHAIR"]), ("hai", ["armchair 10km", "Old CHAIR"]),
                ("chairs", []), ("10km", ["armchair 10km"]), ("cafe\u{301}", ["Café"]), ("table", []),
                // Nothing in it is an operator.
                ("old NOT chair", []), ("\"old\" \"chair\"", ["Old CHAIR"]), ("ol*", ["Old CHAIR"]), ("terms:old", []),
            ]
            for (keyword, names) in expectations {
                #expect(try await found(keyword, fixture) == names, "\(keyword)")
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func aDescriptionIsSearchedAndEditsAreFound(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let store = fixture.store
            let seller = Holder.visitor(fixture.seller)
            let product = try await fixture.offer("의자")
            #expect(try await found("wood", fixture) == ["의자"])
            _ = try await store.edit(product.id, .make("책상", description: "Steel"), from: 1, by: seller)
            for gone in ["wood", "의자"] { #expect(try await found(gone, fixture) == []) }
            for new in ["책상", "steel"] { #expect(try await found(new, fixture) == ["책상"]) }
            // An edit of the price leaves the terms.
            _ = try await store.edit(product.id, .make("책상", price: 5, description: "Steel"), from: 2, by: seller)
            #expect(try await found("책상", fixture) == ["책상"])
            try await store.remove(product.id, by: seller)
            #expect(try await found("책상", fixture) == [])
            #expect(try await fixture.rowCount("productSearch") == 0)
        }
    }

    @Test(arguments: [
        (String(repeating: "a", count: 60), #""aa""#),
        (String(repeating: "ab", count: 30), "\"" + Array(repeating: "ab ba", count: 8).joined(separator: " ") + "\""),
        ("baab k", #""ba aa ab" "k"*"#),
        ("abcdefghijklmnopqrstuvwxyz xyz a", #""ab bc cd de ef fg gh hi ij jk kl lm mn" "xy yz" "a"*"#),
    ])
    func aKeywordHasFewTerms(keyword: String, query: String) throws {
        #expect(ProductLists(.sqlite).query(ProductTerms.phrases(of: try Keyword(keyword))) == query)
    }

    /// The list itself waits for no search.
    @Test func aSearchWaitsItsTurnOrIsRefused() async throws {
        var limits = WorkQueue.Limits()
        limits.jobsPerOwner = 1
        let (searches, fixture) = (WorkQueue(limits), try MarketFixture(SQLiteDatabase(.market)))
        let store = SQLMarketStore(fixture.database, searches: searches)
        let keyword = try Keyword("chair")
        try await fixture.offer("Chair")
        try await searches.run(for: "a", within: .seconds(600)) { _ in
            let refusal = await expectRefusal("busy") {
                try await store.products(pages: 1...1, matching: keyword, for: "a")
            }
            #expect(refusal.map { ServiceFailure($0) } == .busy)
            let found = try await store.products(pages: 1...1, matching: keyword, for: "b")
            let listed = try await store.products(pages: 1...1, matching: nil, for: "a")
            #expect(found.first?.rows.count == 1 && listed.first?.rows.count == 1)
        }
        #expect(try await store.products(pages: 1...1, matching: keyword, for: "a").first?.rows.count == 1)
    }

    /// Keywords as people send them who want to break something.
    @Test(arguments: StorePlace.allCases) func noKeywordBreaksTheQuery(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            try await fixture.offer("Chair")
            let ascii = (0x20..<0x7F).compactMap { Unicode.Scalar($0).map { String($0) } }
            let hostile = [
                "\"", "\"\"", "' OR 1=1 --", "a\" OR \"b", "NEAR(a b)", "a AND", "NOT", "^a", "{a}", "a:b", "a+b", "(",
                "-a",
                "\0a", "\u{202E}chair", "\u{FFFD}", "％", "a\u{301}\u{302}\u{303}", "🇰🇷", "👨‍👩‍👧‍👦", "½", "Ⅷ", "İ", "ß", "ﷺ",
                String(decoding: [0x61, 0xED, 0xA0, 0x80], as: UTF8.self), String(repeating: "👨‍👩‍👧‍👦", count: 30),
                String(repeating: "\u{FDFA}", count: 60), String(repeating: "a ", count: 30),
                String(repeating: "\u{1100}", count: 60),
            ]
            for text in ascii + hostile {
                guard let keyword = try? Keyword(text) else { continue }
                let page = try await fixture.store.products(page: 1, matching: keyword)
                #expect(page.rows.count <= 1)
            }
        }
    }

    /// Each text is found by any part of any of its words, as a comparison of the letters finds it.
    @Test(arguments: StorePlace.allCases) func thePartsOfAWordFindIt(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let names = ["가나다라", "나다", "다라가", "abcab", "cab abc", "가a나b"]
            for name in names { try await fixture.offer(name) }
            for name in names {
                for word in name.split(separator: " ").map(Array.init) {
                    for start in word.indices {
                        for end in start..<word.count {
                            let part = String(word[start...end])
                            let expected = names.reversed()
                                .filter { $0.split(separator: " ").contains { $0.contains(part) } }
                            #expect(Set(try await found(part, fixture)).isSuperset(of: expected), "\(part)")
                            let others = names.filter { !expected.contains($0) && !"Made of wood".contains(part) }
                            #expect(Set(try await found(part, fixture)).isDisjoint(with: others), "\(part)")
                        }
                    }
                }
            }
        }
    }
}
