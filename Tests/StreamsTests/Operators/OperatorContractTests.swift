import Streams
import StreamsTesting
import Testing

/// What every operator owes its subscriber and its source.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct OperatorContractTests {
    @Test(arguments: OperatorCase.all)
    func elementsAndCompletionPass(_ operation: OperatorCase) {
        let marbles = Timeline.play { operation.apply($0.hot("-a-b-|"), $0.scheduler) }
        #expect(marbles == (operation.addsElements ? "sa-b-|" : "-a-b-|"))
    }

    @Test(arguments: OperatorCase.all)
    func anErrorPasses(_ operation: OperatorCase) {
        let marbles = Timeline.play { operation.apply($0.hot("-a-#"), $0.scheduler) }
        #expect(marbles == (operation.addsElements ? "sa-#" : "-a-#"))
    }

    @Test(arguments: OperatorCase.all)
    func nothingComesAfterDisposal(_ operation: OperatorCase) {
        let marbles = Timeline.play(disposedAt: 2) { operation.apply($0.hot("-a-b-|"), $0.scheduler) }
        #expect(marbles == (operation.addsElements ? "sa" : "-a"))
    }

    @Test(arguments: OperatorCase.all)
    func disposalLetsTheSourceGo(_ operation: OperatorCase) {
        let source = PublishSubject<String>()
        let subscription = operation.apply(source.asObservable(), Timeline().scheduler).subscribe { _ in }
        #expect(source.hasObservers)
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    @Test(arguments: OperatorCase.all)
    func aSubscriberCanLeaveWhileItIsSentSomething(_ operation: OperatorCase) {
        let time = Timeline()
        let source = PublishSubject<String>()
        let bag = CompositeDisposable()
        var seen: [String] = []
        let result = operation.apply(source.asObservable(), time.scheduler).filter { $0 != "s" }
        bag.insert(
            result.subscribe { event in
                seen.append(event.element ?? "stop")
                bag.dispose()
            })
        for element in ["a", "b"] {
            source.onNext(element)
            time.step()
        }
        source.onCompleted()
        #expect(seen == ["a"])
        #expect(!source.hasObservers)
    }

    @Test(arguments: OperatorCase.immediate)
    func aSourceThatSendsWhileBeingSubscribedToIsStoppedByTakeOne(_ operation: OperatorCase) {
        var asked = 0
        let source = Observable.from(
            (0..<1000).lazy.map { number in
                asked += 1
                return "\(number)"
            })
        let history = Recording(operation.apply(source, Timeline().scheduler).take(1))
        #expect(history.values.count == 1)
        #expect(history.hasCompleted)
        #expect(asked <= 2)
    }

    @Test(arguments: OperatorCase.all)
    func nothingIsLeftAfterDisposal(_ operation: OperatorCase) {
        weak var source: PublishSubject<String>?
        weak var result: Observable<String>?
        weak var captured: PublishSubject<Int>?
        let scheduler = Timeline().scheduler
        do {
            let subject = PublishSubject<String>()
            let mark = PublishSubject<Int>()
            let observable = operation.apply(subject.asObservable(), scheduler)
            (source, result, captured) = (subject, observable, mark)
            let subscription = observable.subscribe { _ in withExtendedLifetime(mark) {} }
            subject.onNext("a")
            subscription.dispose()
        }
        #expect(source == nil)
        #expect(result == nil)
        #expect(captured == nil)
    }

    @Test(arguments: OperatorCase.all, [true, false])
    func nothingIsLeftAfterTheEnd(_ operation: OperatorCase, byError: Bool) {
        weak var source: PublishSubject<String>?
        weak var result: Observable<String>?
        let scheduler = Timeline().scheduler
        do {
            let subject = PublishSubject<String>()
            let observable = operation.apply(subject.asObservable(), scheduler)
            (source, result) = (subject, observable)
            observable.subscribe { _ in }
            subject.onNext("a")
            if byError { subject.onError(Oops()) } else { subject.onCompleted() }
            scheduler.advance(by: Timeline.frame)
        }
        #expect(source == nil)
        #expect(result == nil)
    }
}
