import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SignalTests {
    @Test func aSignalReplaysNothing() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let relay = PublishRelay<Int>()
        let signal = relay.asObservable().asSignal(onErrorSignalWith: .never())
        var (first, late): ([Int], [Int]) = ([], [])
        signal.emit(onNext: { first.append($0) }).disposed(by: bag)
        relay.accept(1)
        signal.emit(onNext: { late.append($0) }).disposed(by: bag)
        relay.accept(2)
        #expect(first == [1, 2])
        #expect(late == [2])
    }

    @Test func subscribersShareOneSubscriptionThroughEveryOperator() {
        var runs = 0
        let relay = PublishRelay<Int>()
        let signal = relay.asSignal().map { number in
            runs += 1
            return number * 2
        }
        let histories = [Recording(signal.asObservable()), Recording(signal.asObservable())]
        relay.accept(1)
        #expect(runs == 1)
        for history in histories { #expect(history.values == [2]) }
    }

    @Test func afterAnErrorTheSignalGoesOnAsTheOther() {
        let (source, other) = (PublishSubject<Int>(), PublishRelay<Int>())
        let history = Recording(source.asObservable().asSignal(onErrorSignalWith: other.asSignal()).asObservable())
        source.onNext(1)
        source.onError(Oops())
        other.accept(2)
        #expect(history.values == [1, 2])
        #expect(history.error == nil)
    }

    @Test func mergedSignalsAreOne() {
        let (left, right) = (PublishRelay<Int>(), PublishRelay<Int>())
        let history = Recording(Signal.merge(left.asSignal(), right.asSignal(), .never()).asObservable())
        left.accept(1)
        right.accept(2)
        #expect(history.values == [1, 2])
    }

    @Test func emitSendsToARelay() {
        let (source, target) = (PublishRelay<Int>(), PublishRelay<Int>())
        let history = Recording(target.asObservable())
        let emitting = source.asSignal().emit(to: target)
        source.accept(1)
        emitting.dispose()
        source.accept(2)
        #expect(history.values == [1])
    }

    @Test func someElementsOfARelayAreASignalWithoutReplay() {
        let relay = PublishRelay<Int>()
        let even = Recording(relay.select { $0.isMultiple(of: 2) ? "\($0)" : nil })
        relay.accept(1)
        relay.accept(2)
        let later = Recording(relay.select { $0.isMultiple(of: 2) ? "\($0)" : nil })
        relay.accept(4)
        #expect(even.values == ["2", "4"] && later.values == ["4"])
    }
}
