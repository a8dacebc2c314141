import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ConcatTests {
    private struct Failed: Error {}

    @Test func theSecondBeginsWhenTheFirstIsComplete() {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        var seen: [Int] = []
        var isDone = false
        first.asObservable().concat(second.asObservable())
            .subscribe(onNext: { seen.append($0) }, onCompleted: { isDone = true })
        second.onNext(9)
        first.onNext(1)
        first.onCompleted()
        first.onNext(2)
        second.onNext(3)
        second.onCompleted()
        #expect(seen == [1, 3])
        #expect(isDone)
        #expect(!first.hasObservers && !second.hasObservers)
    }

    @Test func anErrorOfTheFirstKeepsTheSecondFromBeginning() {
        var isFailed = false
        var isSubscribed = false
        Observable<Int>.error(Failed()).concat(Observable.just(1).do(onSubscribe: { isSubscribed = true }))
            .subscribe(onError: { _ in isFailed = true })
        #expect(isFailed && !isSubscribed)
    }

    @Test func disposalEndsTheOneThatRuns() {
        let second = PublishSubject<Int>()
        let subscription = Observable.just(1).concat(second.asObservable()).subscribe()
        #expect(second.hasObservers)
        subscription.dispose()
        #expect(!second.hasObservers)
    }
}
