import Streams
import StreamsTesting
import Testing

/// What each number of sequences owes, over one list of forms: there is a function for each.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CombineLatestFormTests {
    typealias Combine = @Sendable ([Observable<String>]) -> Observable<String>

    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let count: Int
        let combine: Combine

        init(_ count: Int, _ kind: String, _ combine: @escaping Combine) {
            testDescription = "\(count) \(kind)"
            self.count = count
            self.combine = combine
        }
    }

    static let forms: [Form] = [
        .init(2, "with a selector") { .combineLatest($0[0], $0[1]) { [$0, $1].joined() } },
        .init(2, "as a tuple") {
            Observable<(String, String)>.combineLatest($0[0], $0[1]).map { [$0.0, $0.1].joined() }
        },
        .init(3, "with a selector") { .combineLatest($0[0], $0[1], $0[2]) { [$0, $1, $2].joined() } },
        .init(3, "as a tuple") {
            Observable<(String, String, String)>.combineLatest($0[0], $0[1], $0[2]).map { [$0.0, $0.1, $0.2].joined() }
        },
        .init(4, "with a selector") { .combineLatest($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3].joined() } },
        .init(4, "as a tuple") {
            Observable<(String, String, String, String)>.combineLatest($0[0], $0[1], $0[2], $0[3]).map {
                [$0.0, $0.1, $0.2, $0.3].joined()
            }
        },
        .init(5, "in an array, with a selector") { .combineLatest($0) { $0.joined() } },
        .init(5, "in an array") { Observable.combineLatest($0).map { $0.joined() } },
        .init(1, "in an array") { Observable.combineLatest($0).map { $0.joined() } },
    ]

    private func subjects(_ form: Form) -> [PublishSubject<String>] {
        (0..<form.count).map { _ in PublishSubject() }
    }

    private func history(_ form: Form, _ sources: [PublishSubject<String>]) -> Recording<String> {
        Recording(form.combine(sources.map { $0.asObservable() }))
    }

    @Test(arguments: forms)
    func eachHasItsPlaceAndItsNewestCounts(_ form: Form) {
        let sources = subjects(form)
        let history = history(form, sources)
        var newest = "abcdefgh".prefix(form.count).map(String.init)
        for (source, name) in zip(sources, newest).reversed() {
            #expect(history.values.isEmpty)
            source.onNext(name)
        }
        var expected = [newest.joined()]
        for index in sources.indices {
            newest[index] = newest[index].uppercased()
            sources[index].onNext(newest[index])
            expected.append(newest.joined())
        }
        #expect(history.values == expected)
    }

    @Test(arguments: forms)
    func itIsCompleteWhenAllAre(_ form: Form) {
        let sources = subjects(form)
        let history = history(form, sources)
        for source in sources { source.onNext("x") }
        for source in sources {
            #expect(!history.hasCompleted)
            source.onCompleted()
        }
        #expect(history.hasCompleted)
    }

    @Test(arguments: forms)
    func theNewestOfACompletedOneStays(_ form: Form) {
        guard form.count > 1 else { return }
        let sources = subjects(form)
        let history = history(form, sources)
        for source in sources.dropLast() {
            source.onNext("x")
            source.onCompleted()
        }
        for name in ["1", "2"] { sources.last?.onNext(name) }
        let rest = String(repeating: "x", count: form.count - 1)
        #expect(history.values == [rest + "1", rest + "2"])
    }

    @Test(arguments: forms)
    func itIsCompleteWhenTheOnlyOneLeftSendsSomethingThatCannotBeCombined(_ form: Form) {
        guard form.count > 1 else { return }
        for last in 0..<form.count {
            let sources = subjects(form)
            let history = history(form, sources)
            for (index, source) in sources.enumerated() where index != last { source.onCompleted() }
            #expect(!history.hasCompleted)
            sources[last].onNext("x")
            #expect(history.hasCompleted)
            #expect(!sources[last].hasObservers)
        }
    }

    @Test(arguments: forms)
    func anErrorOfAnyLetsAllGo(_ form: Form) {
        for failing in 0..<form.count {
            let sources = subjects(form)
            let history = history(form, sources)
            #expect(sources.allSatisfy { $0.hasObservers })
            sources[failing].onError(Oops())
            #expect(history.error is Oops)
            #expect(!sources.contains { $0.hasObservers })
        }
    }

    @Test(arguments: forms)
    func disposalLetsAllGo(_ form: Form) {
        let sources = subjects(form)
        let history = history(form, sources)
        for source in sources.dropLast() { source.onNext("x") }
        history.dispose()
        #expect(!sources.contains { $0.hasObservers })
        #expect(history.events.isEmpty)
    }
}
