import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TrackerTests {
    @Test func activityLastsFromTheFirstSubscriptionToTheLastEnd() {
        let tracker = ActivityTracker()
        let loading = Recording(tracker.asDriver().asObservable())
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        first.asObservable().trackActivity(tracker).subscribe { _ in }
        second.asObservable().trackActivity(tracker).subscribe { _ in }
        first.onCompleted()
        #expect(loading.values == [false, true])
        second.onError(Oops())
        #expect(loading.values == [false, true, false])
    }

    @Test func disposalEndsActivityOnce() {
        let tracker = ActivityTracker()
        let loading = Recording(tracker.asDriver().asObservable())
        let subscription = Observable<Int>.never().trackActivity(tracker).subscribe { _ in }
        subscription.dispose()
        subscription.dispose()
        let next = Observable<Int>.never().trackActivity(tracker).subscribe { _ in }
        #expect(loading.values == [false, true, false, true])
        next.dispose()
    }

    @Test func activityEndsBeforeTheSubscriberHearsOfTheEnd() {
        let tracker = ActivityTracker()
        let loading = Recording(tracker.asDriver().asObservable())
        var atEnd: Bool?
        Observable.just(1).trackActivity(tracker).subscribe(onCompleted: { atEnd = loading.values.last })
        #expect(atEnd == false)
    }

    @Test func aRequestReplacedByTheLatestIsNotCountedTwice() {
        let tracker = ActivityTracker()
        let loading = Recording(tracker.asDriver().asObservable())
        let taps = PublishRelay<Int>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        taps.asObservable().flatMapLatest { number in
            (number == 0 ? first : second).asObservable().trackActivity(tracker)
        }.subscribe { _ in }
        taps.accept(0)
        taps.accept(1)
        #expect(loading.values.last == true)
        second.onCompleted()
        #expect(loading.values.last == false)
    }

    @Test func errorsAreNotedAndGoOn() {
        let tracker = ErrorTracker()
        let noted = Recording(tracker.asSignal().asObservable())
        let failing = Recording(Observable<Int>.error(Oops()).trackError(tracker))
        _ = Recording(Observable.just(1).trackError(tracker))
        #expect(noted.values.count == 1)
        #expect(noted.values.first is Oops)
        #expect(failing.error is Oops)
        #expect(Recording(tracker.asSignal().asObservable()).events.isEmpty)
    }
}
