import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DrivingTests {
    @Test func aClosureIsGivenEveryValueAndTheEnd() {
        var log: [String] = []
        let source = PublishSubject<Int>()
        source.asDriver(onErrorJustReturn: 9).drive(
            onNext: { log.append("\($0)") }, onCompleted: { log.append("|") }, onDisposed: { log.append("disposed") })
        source.onNext(1)
        source.onError(Oops())
        #expect(log == ["1", "9", "|", "disposed"])
        #expect(!source.hasObservers)
    }

    @Test func onDisposedRunsAtDisposal() {
        var log: [String] = []
        let driving = Driver<Int>.never().drive(onDisposed: { log.append("driver") })
        let emitting = Signal<Int>.never().emit(onDisposed: { log.append("signal") })
        driving.dispose()
        emitting.dispose()
        #expect(log == ["driver", "signal"])
    }

    @Test func aDriverDrivesRelays() {
        let source = BehaviorRelay(value: 1)
        let (behavior, publish) = (BehaviorRelay(value: 0), PublishRelay<Int>())
        let published = Recording(publish)
        let bag = DisposeBag(disposing: source.asDriver().drive(behavior), source.asDriver().drive(publish))
        source.accept(2)
        #expect(behavior.value == 2)
        #expect(published.values == [1, 2])
        bag.dispose()
        source.accept(3)
        #expect(behavior.value == 2)
        #expect(!source.hasObservers)
    }

    @Test func aDriverDrivesSubjectsAndTheyAreGivenItsEnd() {
        let (behavior, publish) = (BehaviorSubject(value: 0), PublishSubject<Int>())
        let replay = ReplaySubject<Int>.createUnbounded()
        let histories = [Recording(behavior), Recording(publish), Recording(replay)]
        let driver = Driver.just(1)
        driver.drive(behavior)
        driver.drive(publish)
        driver.drive(replay)
        for history in histories {
            #expect(history.values.last == 1)
            #expect(history.hasCompleted)
        }
    }

    @Test func aSignalEmitsToAClosureWithTheEnd() {
        var log: [String] = []
        let source = PublishSubject<Int>()
        source.asSignal(onErrorJustReturn: 9).emit(
            onNext: { log.append("\($0)") }, onCompleted: { log.append("|") }, onDisposed: { log.append("disposed") })
        source.onNext(1)
        source.onError(Oops())
        #expect(log == ["1", "9", "|", "disposed"])
    }

    @Test func aSignalEmitsToRelays() {
        let source = PublishRelay<Int>()
        let (behavior, publish) = (BehaviorRelay(value: 0), PublishRelay<Int>())
        let published = Recording(publish)
        let bag = DisposeBag(disposing: source.asSignal().emit(to: behavior), source.asSignal().emit(to: publish))
        source.accept(1)
        bag.dispose()
        source.accept(2)
        #expect(behavior.value == 1)
        #expect(published.values == [1])
        #expect(!source.hasObservers)
    }

    @Test func aSignalEmitsToSubjectsAndTheyAreGivenItsEnd() {
        let source = PublishSubject<Int>()
        let signal = source.asSignal(onErrorSignalWith: .empty())
        let (behavior, publish) = (BehaviorSubject(value: 0), PublishSubject<Int>())
        let histories = [Recording(behavior), Recording(publish)]
        signal.emit(to: behavior)
        signal.emit(to: publish)
        source.onNext(1)
        source.onError(Oops())
        for history in histories {
            #expect(history.values.last == 1)
            #expect(history.hasCompleted)
        }
    }

    @Test func aDriverDrivesWhatHasOptionalElements() {
        let source = PublishSubject<Int>()
        let driver = source.asDriver(onErrorJustReturn: 9)
        let (behavior, publish) = (BehaviorRelay<Int?>(value: nil), PublishRelay<Int?>())
        let subject = BehaviorSubject<Int?>(value: nil)
        let histories = [Recording(publish), Recording(subject)]
        driver.drive(behavior)
        driver.drive(publish)
        driver.drive(subject)
        source.onNext(1)
        #expect(behavior.value == 1)
        source.onError(Oops())
        #expect(behavior.value == 9)
        #expect(histories.map(\.values) == [[1, 9], [nil, 1, 9]])
        #expect(histories.map(\.hasCompleted) == [false, true])
        #expect(!source.hasObservers)
    }

    @Test func aSignalEmitsToWhatHasOptionalElements() {
        let source = PublishSubject<Int>()
        let signal = source.asSignal(onErrorSignalWith: .empty())
        let (behavior, publish) = (BehaviorRelay<Int?>(value: nil), PublishRelay<Int?>())
        let subject = PublishSubject<Int?>()
        let histories = [Recording(publish), Recording(subject)]
        signal.emit(to: behavior)
        signal.emit(to: publish)
        signal.emit(to: subject)
        source.onNext(1)
        #expect(behavior.value == 1)
        source.onError(Oops())
        #expect(histories.map(\.values) == [[1], [1]])
        #expect(histories.map(\.hasCompleted) == [false, true])
        #expect(!source.hasObservers)
    }

    @Test func whatLeadsToAnOptionalTargetIsLetGoAtDisposal() {
        let source = BehaviorRelay(value: 1)
        let (values, events) = (BehaviorRelay<Int?>(value: nil), PublishRelay<Int?>())
        let signal = source.asSignal(onErrorSignalWith: .empty())
        let bag = DisposeBag(disposing: source.asDriver().drive(values), signal.emit(to: events))
        #expect(values.value == 1)
        bag.dispose()
        source.accept(2)
        #expect(values.value == 1)
        #expect(!source.hasObservers)
    }

    @Test func aRelayThatDrivesItselfThroughAScreenSettles() {
        let relay = BehaviorRelay(value: 1)
        let bag = DisposeBag()
        defer { bag.dispose() }
        relay.asDriver().map { min($0 * 2, 8) }.distinctUntilChanged().drive(relay).disposed(by: bag)
        #expect(relay.value == 8)
    }
}
