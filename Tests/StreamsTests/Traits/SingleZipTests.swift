import Streams
import StreamsTesting
import Testing

/// `zip` of requests, for each number of them.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SingleZipTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let count: Int
        let combine: @Sendable ([Single<String>]) -> Single<String>

        init(_ count: Int, _ kind: String, _ combine: @escaping @Sendable ([Single<String>]) -> Single<String>) {
            testDescription = "\(count) \(kind)"
            self.count = count
            self.combine = combine
        }
    }

    static let forms: [Form] = [
        .init(2, "with a selector") { s in .zip(s[0], s[1]) { [$0, $1].joined() } },
        .init(2, "as a tuple") { s in Single.zip(s[0], s[1]).map { [$0.0, $0.1].joined() } },
        .init(3, "with a selector") { s in .zip(s[0], s[1], s[2]) { [$0, $1, $2].joined() } },
        .init(3, "as a tuple") { s in Single.zip(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2].joined() } },
        .init(4, "with a selector") { s in .zip(s[0], s[1], s[2], s[3]) { [$0, $1, $2, $3].joined() } },
        .init(4, "as a tuple") { s in Single.zip(s[0], s[1], s[2], s[3]).map { [$0.0, $0.1, $0.2, $0.3].joined() } },
        .init(3, "in an array with a selector") { .zip($0) { $0.joined() } },
        .init(3, "in an array") { Single.zip($0).map { $0.joined() } },
    ]

    /// Requests that are answered from here.
    final class Desk {
        private(set) var answers: [Int: (Result<String, any Error>) -> Void] = [:]
        private(set) var cancelled: [Int] = []

        func requests(_ count: Int) -> [Single<String>] {
            (0..<count).map { number in
                .create { [unowned self] answer in
                    answers[number] = answer
                    return Disposables.create { self.cancelled.append(number) }
                }
            }
        }

        func answer(_ number: Int, _ result: Result<String, any Error>) { answers[number]?(result) }
    }

    @Test(arguments: forms)
    func theAnswersAreTogetherInTheOrderOfTheRequests(_ form: Form) {
        let desk = Desk()
        let history = Recording(form.combine(desk.requests(form.count)))
        #expect(desk.answers.count == form.count, "they run at the same time")
        for number in (0..<form.count).reversed() {
            #expect(history.events.isEmpty)
            desk.answer(number, .success("\(number)"))
        }
        #expect(history.values == ["01234567".prefix(form.count)].map(String.init))
        #expect(history.hasCompleted)
    }

    @Test(arguments: forms)
    func theFirstErrorCancelsTheOthers(_ form: Form) {
        let desk = Desk()
        let history = Recording(form.combine(desk.requests(form.count)))
        desk.answer(0, .success("a"))
        desk.answer(1, .failure(Oops()))
        #expect(history.values.isEmpty)
        #expect(history.error is Oops)
        #expect(desk.cancelled.sorted() == Array(0..<form.count))
    }

    @Test(arguments: forms)
    func disposalCancelsAll(_ form: Form) {
        let desk = Desk()
        let history = Recording(form.combine(desk.requests(form.count)))
        desk.answer(0, .success("a"))
        history.dispose()
        desk.answer(1, .success("b"))
        #expect(history.events.isEmpty)
        #expect(desk.cancelled.sorted() == Array(0..<form.count))
    }

    @Test func whatTheSelectorThrowsIsTheError() {
        #expect(Recording(Single<Int>.zip(.just(1), .just(2)) { _, _ in throw Oops() }).error is Oops)
        #expect(Recording(Single.zip([.just(1)]) { _ -> Int in throw Oops() }).error is Oops)
        #expect(Recording(Single.zip([Single<Int>]()) { _ -> Int in throw Oops() }).error is Oops)
    }

    @Test func ofNoRequestTheResultOfNoneIsTheAnswer() {
        let none = Recording(Single.zip([Single<Int>]()))
        #expect(none.values == [[]])
        #expect(none.hasCompleted)
        #expect(Recording(Single.zip([Single<Int>]()) { $0.count + 7 }).values == [7])
    }

    @Test func differentKindsAreTaken() {
        let history = Recording(Single.zip(.just(1), .just("b"), .just(true)))
        #expect(history.values.map { "\($0)" } == ["(1, \"b\", true)"])
        #expect(Recording(Single.zip(Single<Int?>.just(nil), .just(1)) { $0 == $1 }).values == [false])
    }

    @Test func whatTheAnswerCausesIsAskedAnew() {
        var log: [Int] = []
        let relay = BehaviorRelay(value: 1)
        func ask() {
            Single<Int>.zip(.deferred { .just(relay.value) }, .just(10), resultSelector: +).subscribe(onSuccess: {
                log.append($0)
                relay.accept(relay.value + 1)
                if relay.value < 4 { ask() }
            })
        }
        ask()
        #expect(log == [11, 12, 13])
    }
}
