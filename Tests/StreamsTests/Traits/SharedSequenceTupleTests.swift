import Streams
import StreamsTesting
import Testing

/// `combineLatest` and `zip` of drivers without a selector, for each number of them, and of arrays.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedSequenceTupleTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isZip: Bool
        let count: Int
        let combine: @Sendable ([Driver<String>]) -> Driver<String>

        init(_ name: String, _ count: Int, _ combine: @escaping @Sendable ([Driver<String>]) -> Driver<String>) {
            testDescription = "\(name) of \(count)"
            isZip = name.hasPrefix("zip")
            self.count = count
            self.combine = combine
        }
    }

    static let forms: [Form] = [
        .init("combineLatest", 2) { s in
            Driver<(String, String)>.combineLatest(s[0], s[1]).map { [$0.0, $0.1].joined() }
        },
        .init("combineLatest", 3) { s in
            Driver<(String, String, String)>.combineLatest(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2].joined() }
        },
        .init("combineLatest", 4) { s in
            Driver<(String, String, String, String)>.combineLatest(s[0], s[1], s[2], s[3]).map {
                [$0.0, $0.1, $0.2, $0.3].joined()
            }
        },
        .init("zip", 2) { s in
            Driver<(String, String)>.zip(s[0], s[1]).map { [$0.0, $0.1].joined() }
        },
        .init("zip", 3) { s in
            Driver<(String, String, String)>.zip(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2].joined() }
        },
        .init("zip", 4) { s in
            Driver<(String, String, String, String)>.zip(s[0], s[1], s[2], s[3]).map {
                [$0.0, $0.1, $0.2, $0.3].joined()
            }
        },
        .init("combineLatest of an array", 3) { Driver.combineLatest($0).map { $0.joined() } },
        .init("combineLatest of an array with a selector", 3) { Driver.combineLatest($0) { $0.joined() } },
        .init("zip of an array", 3) { Driver.zip($0).map { $0.joined() } },
        .init("zip of an array with a selector", 3) { Driver.zip($0) { $0.joined() } },
    ]

    @Test(arguments: forms)
    func eachPlaceHasItsOwnSource(_ form: Form) {
        let relays = (0..<form.count).map { BehaviorRelay(value: "\($0)") }
        let history = Recording(form.combine(relays.map { $0.asDriver() }))
        let first = (0..<form.count).map(String.init).joined()
        #expect(history.values == [first])
        for (index, relay) in relays.enumerated() { relay.accept(["a", "b", "c", "d", "e", "f", "g", "h"][index]) }
        #expect(history.values.last == String("abcdefgh".prefix(form.count)))
        #expect(history.values.count == (form.isZip ? 2 : form.count + 1))
        history.dispose()
    }
}
