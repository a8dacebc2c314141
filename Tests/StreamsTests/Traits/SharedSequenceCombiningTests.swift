import Streams
import StreamsTesting
import Testing

/// `combineLatest` and `zip` of drivers and signals, for each number of them.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedSequenceCombiningTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let count: Int
        let isZip: Bool
        let isDriver: Bool
        let combine: @Sendable ([PublishRelay<String>]) -> Observable<String>

        init(
            _ count: Int, isZip: Bool, isDriver: Bool,
            _ combine: @escaping @Sendable ([PublishRelay<String>]) -> Observable<String>
        ) {
            testDescription = "\(isZip ? "zip" : "combineLatest") of \(count) \(isDriver ? "drivers" : "signals")"
            self.count = count
            self.isZip = isZip
            self.isDriver = isDriver
            self.combine = combine
        }
    }

    private static func driver(_ relay: PublishRelay<String>) -> Driver<String> {
        relay.asDriver(onErrorDriveWith: .empty())
    }

    private static func signal(_ relay: PublishRelay<String>) -> Signal<String> { relay.asSignal() }

    static let forms: [Form] = [
        .init(2, isZip: false, isDriver: true) {
            Driver<String>.combineLatest(driver($0[0]), driver($0[1])) { [$0, $1].joined() }.asObservable()
        },
        .init(2, isZip: false, isDriver: false) {
            Signal<String>.combineLatest(signal($0[0]), signal($0[1])) { [$0, $1].joined() }.asObservable()
        },
        .init(2, isZip: true, isDriver: true) {
            Driver<String>.zip(driver($0[0]), driver($0[1])) { [$0, $1].joined() }.asObservable()
        },
        .init(2, isZip: true, isDriver: false) {
            Signal<String>.zip(signal($0[0]), signal($0[1])) { [$0, $1].joined() }.asObservable()
        },
        .init(3, isZip: false, isDriver: true) {
            Driver<String>.combineLatest(driver($0[0]), driver($0[1]), driver($0[2])) { [$0, $1, $2].joined() }
                .asObservable()
        },
        .init(3, isZip: false, isDriver: false) {
            Signal<String>.combineLatest(signal($0[0]), signal($0[1]), signal($0[2])) { [$0, $1, $2].joined() }
                .asObservable()
        },
        .init(3, isZip: true, isDriver: true) {
            Driver<String>.zip(driver($0[0]), driver($0[1]), driver($0[2])) { [$0, $1, $2].joined() }.asObservable()
        },
        .init(3, isZip: true, isDriver: false) {
            Signal<String>.zip(signal($0[0]), signal($0[1]), signal($0[2])) { [$0, $1, $2].joined() }.asObservable()
        },
        .init(4, isZip: false, isDriver: true) {
            Driver<String>.combineLatest(driver($0[0]), driver($0[1]), driver($0[2]), driver($0[3])) {
                [$0, $1, $2, $3].joined()
            }.asObservable()
        },
        .init(4, isZip: false, isDriver: false) {
            Signal<String>.combineLatest(signal($0[0]), signal($0[1]), signal($0[2]), signal($0[3])) {
                [$0, $1, $2, $3].joined()
            }.asObservable()
        },
        .init(4, isZip: true, isDriver: true) {
            Driver<String>.zip(driver($0[0]), driver($0[1]), driver($0[2]), driver($0[3])) {
                [$0, $1, $2, $3].joined()
            }.asObservable()
        },
        .init(4, isZip: true, isDriver: false) {
            Signal<String>.zip(signal($0[0]), signal($0[1]), signal($0[2]), signal($0[3])) {
                [$0, $1, $2, $3].joined()
            }.asObservable()
        },
    ]

    @Test(arguments: forms)
    func eachHasItsPlace(_ form: Form) {
        let relays = (0..<form.count).map { _ in PublishRelay<String>() }
        let history = Recording(form.combine(relays))
        let names = "abcdefgh".prefix(form.count)
        for (relay, name) in zip(relays, names) { relay.accept(String(name)) }
        relays[0].accept("A")
        #expect(history.values == [String(names)] + (form.isZip ? [] : ["A" + names.dropFirst()]))
    }

    @Test(arguments: forms)
    func itIsSharedAsItsSourcesAreAndLetsThemGo(_ form: Form) {
        let relays = (0..<form.count).map { _ in PublishRelay<String>() }
        let combined = form.combine(relays)
        let first = Recording(combined)
        for relay in relays { relay.accept("x") }
        let late = Recording(combined)
        #expect(late.values == (form.isDriver ? first.values : []))
        for history in [first, late] {
            #expect(relays.allSatisfy { $0.hasObservers })
            history.dispose()
        }
        #expect(!relays.contains { $0.hasObservers })
    }
}
