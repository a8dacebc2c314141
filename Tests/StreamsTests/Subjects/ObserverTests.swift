import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ObserverTests {
    @Test func anObserverHandsOnEveryEvent() {
        var seen: [String] = []
        let observer = AnyObserver<Int> { seen.append($0.element.map { "\($0)" } ?? ($0.error == nil ? "|" : "#")) }
        observer.onNext(1)
        observer.on(.next(2))
        observer.onError(Oops())
        observer.onCompleted()
        #expect(seen == ["1", "2", "#", "|"])
    }

    @Test func aSequenceCanBeSubscribedToByAnObserverOrASubject() {
        var events = 0
        Observable.of(1, 2).subscribe(AnyObserver { _ in events += 1 })
        #expect(events == 3)
        let subject = PublishSubject<Int>()
        let history = Recording(subject)
        Observable.of(1, 2).subscribe(subject)
        #expect(history.values == [1, 2])
        #expect(history.hasCompleted)
    }

    @Test func aSubjectIsBothEnds() {
        let ends: [(any ObserverType<Int>, Observable<Int>)] = [
            { ($0, $0.asObservable()) }(PublishSubject<Int>()), { ($0, $0.asObservable()) }(BehaviorSubject(value: 1)),
            { ($0, $0.asObservable()) }(ReplaySubject<Int>.create(bufferSize: 1)),
        ]
        for (observer, observable) in ends {
            let history = Recording(observable)
            observer.onNext(2)
            observer.onCompleted()
            #expect(history.values.last == 2)
            #expect(history.hasCompleted)
        }
    }

    @Test func createHoldsASequenceByItsObserver() {
        let source = PublishSubject<Int>()
        let history = Recording(Observable<Int>.create { source.subscribe($0) })
        source.onNext(1)
        #expect(history.values == [1])
        history.dispose()
        #expect(!source.hasObservers)
    }

    @Test func createMayBeFedByItsOwnSubscriber() {
        var observer: AnyObserver<Int>?
        var seen: [Int] = []
        let subscription = Observable<Int>.create {
            observer = $0
            return Disposables.create()
        }.subscribe(onNext: {
            seen.append($0)
            if $0 == 1 { observer?.onCompleted() }
            observer?.onNext(2)
        })
        observer?.onNext(1)
        #expect(seen == [1])
        observer = nil
        subscription.dispose()
    }

    @Test func theErrorOfACreatedSequenceEndsWhatItHolds() {
        var ended = 0
        var observer: AnyObserver<Int>?
        let history = Recording(
            Observable<Int>.create {
                observer = $0
                return Disposables.create { ended += 1 }
            })
        observer?.onError(Oops())
        observer?.onError(OtherOops())
        #expect(history.error is Oops)
        #expect(ended == 1)
        observer = nil
    }
}
