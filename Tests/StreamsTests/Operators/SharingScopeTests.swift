import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharingScopeTests {
    static let forms: [(Int, SubjectLifetimeScope)] = [
        (0, .whileConnected), (1, .whileConnected), (3, .whileConnected), (0, .forever), (1, .forever), (3, .forever),
    ]

    @Test(arguments: forms)
    func whatALaterSubscriberGetsDependsOnTheNumberOnly(replay: Int, scope: SubjectLifetimeScope) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: replay, scope: scope)
        let first = Recording(shared)
        for number in 1...5 { source.onNext(number) }
        let late = Recording(shared)
        source.onNext(6)
        #expect(first.values == Array(1...6))
        #expect(late.values == Array(1...5).suffix(replay) + [6])
    }

    @Test(arguments: forms)
    func whatIsRememberedWithoutSubscribersDependsOnTheScope(replay: Int, scope: SubjectLifetimeScope) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: replay, scope: scope)
        let first = Recording(shared)
        for number in 1...2 { source.onNext(number) }
        first.dispose()
        #expect(!source.hasObservers)
        source.onNext(3)
        let second = Recording(shared)
        #expect(source.hasObservers)
        source.onNext(4)
        #expect(second.values == (scope == .forever ? Array(1...2).suffix(replay) : []) + [4])
    }

    @Test(arguments: forms, [false, true])
    func whoComesAfterTheEndStartsOverOrGetsTheEnd(form: (Int, SubjectLifetimeScope), byError: Bool) {
        let (replay, scope) = form
        var made = 0
        let shared = Observable<Int>.deferred {
            made += 1
            return byError ? .concat(.just(made), .error(Oops())) : .just(made)
        }.share(replay: replay, scope: scope)
        let histories = [Recording(shared), Recording(shared)]
        #expect(made == (scope == .forever ? 1 : 2))
        #expect(histories[0].values == [1])
        #expect(histories[1].values == (scope == .forever ? Array([1].prefix(replay)) : [2]))
        for history in histories { #expect(byError ? history.error is Oops : history.hasCompleted) }
    }

    @Test(arguments: forms)
    func oneConnectionServesAllAndEndsWithTheLast(replay: Int, scope: SubjectLifetimeScope) {
        var (made, open) = (0, 0)
        let shared = Observable<Int>.never().do(
            onSubscribe: {
                made += 1
                open += 1
            }, onDispose: { open -= 1 }
        ).share(replay: replay, scope: scope)
        let histories = [Recording(shared), Recording(shared)]
        #expect(made == 1)
        histories[0].dispose()
        #expect(open == 1)
        histories[1].dispose()
        #expect(open == 0)
    }

    @Test(arguments: forms)
    func aSubscriberThatFeedsTheSourceIsHeardByAllInOneOrder(replay: Int, scope: SubjectLifetimeScope) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: replay, scope: scope)
        let feeding = shared.subscribe(onNext: { if $0 < 3 { source.onNext($0 + 1) } })
        let second = Recording(shared)
        source.onNext(1)
        #expect(second.values == [1, 2, 3])
        feeding.dispose()
    }

    @Test(arguments: forms)
    func theLastWhoLeavesAtAnElementLetsTheSourceGo(replay: Int, scope: SubjectLifetimeScope) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: replay, scope: scope)
        let histories = [Recording(shared.take(1)), Recording(shared.take(1))]
        source.onNext(1)
        #expect(!source.hasObservers)
        for history in histories { #expect(history.values == [1]) }
    }
}
