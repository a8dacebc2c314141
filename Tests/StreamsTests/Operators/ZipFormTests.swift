import Streams
import StreamsTesting
import Testing

/// What each number of sequences owes, over one list of forms: there is a function for each.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ZipFormTests {
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
        .init(2, "with a selector") { .zip($0[0], $0[1]) { [$0, $1].joined() } },
        .init(2, "as a tuple") { Observable<(String, String)>.zip($0[0], $0[1]).map { [$0.0, $0.1].joined() } },
        .init(3, "with a selector") { .zip($0[0], $0[1], $0[2]) { [$0, $1, $2].joined() } },
        .init(3, "as a tuple") {
            Observable<(String, String, String)>.zip($0[0], $0[1], $0[2]).map { [$0.0, $0.1, $0.2].joined() }
        },
        .init(4, "with a selector") { .zip($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3].joined() } },
        .init(4, "as a tuple") {
            Observable<(String, String, String, String)>.zip($0[0], $0[1], $0[2], $0[3]).map {
                [$0.0, $0.1, $0.2, $0.3].joined()
            }
        },
        .init(5, "in an array, with a selector") { .zip($0) { $0.joined() } },
        .init(5, "in an array") { Observable.zip($0).map { $0.joined() } },
        .init(1, "in an array") { Observable.zip($0).map { $0.joined() } },
    ]

    private func subjects(_ form: Form) -> [PublishSubject<String>] {
        (0..<form.count).map { _ in PublishSubject() }
    }

    private func history(_ form: Form, _ sources: [PublishSubject<String>]) -> Recording<String> {
        Recording(form.combine(sources.map { $0.asObservable() }))
    }

    @Test(arguments: forms)
    func eachHasItsPlaceAndItsTurn(_ form: Form) {
        let sources = subjects(form)
        let history = history(form, sources)
        let (first, second) = ("abcdefgh".prefix(form.count), "ABCDEFGH".prefix(form.count))
        // The second row comes first from all but the last, so that everything is kept for a while.
        for (source, name) in zip(sources, first).reversed() { source.onNext(String(name)) }
        for (source, name) in zip(sources, second).dropLast() { source.onNext(String(name)) }
        #expect(history.values == (form.count == 1 ? ["a"] : [String(first)]))
        sources.last?.onNext(String(second.last ?? "?"))
        #expect(history.values == [String(first), String(second)])
    }

    @Test(arguments: forms)
    func itIsCompleteWhenAllAre(_ form: Form) {
        let sources = subjects(form)
        let history = history(form, sources)
        for source in sources {
            #expect(!history.hasCompleted)
            source.onCompleted()
        }
        #expect(history.hasCompleted)
    }

    /// As in RxSwift, where only the form for an array looks for this end.
    @Test(arguments: forms)
    func ofAnArrayItIsCompleteWhenTheOnlyOneLeftSendsSomethingWithoutAPartner(_ form: Form) {
        guard form.count > 1 else { return }
        let isArray = form.testDescription.contains("array")
        for last in 0..<form.count {
            let sources = subjects(form)
            let history = history(form, sources)
            for (index, source) in sources.enumerated() where index != last { source.onCompleted() }
            #expect(!history.hasCompleted)
            sources[last].onNext("x")
            #expect(history.hasCompleted == isArray)
            #expect(sources[last].hasObservers == !isArray)
            sources[last].onCompleted()
            #expect(history.hasCompleted)
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

    @Test(arguments: forms)
    func aSourceThatFailsAtOnceKeepsThoseAfterItFromBeginning(_ form: Form) {
        guard form.count > 1 else { return }
        var began = false
        let last = Observable<String>.never().do(onSubscribe: { began = true })
        let sources = [.error(Oops())] + Array(repeating: Observable<String>.never(), count: form.count - 2) + [last]
        #expect(Recording(form.combine(sources)).error is Oops)
        #expect(!began)
    }
}
