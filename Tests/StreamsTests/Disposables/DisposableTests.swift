import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DisposableTests {
    /// Counts how often it was ended.
    final class Counter {
        private(set) var count = 0
        func make() -> any Disposable { Disposables.create { self.count += 1 } }
    }

    @Test func anActionRunsOnce() {
        let counter = Counter()
        let disposable = counter.make()
        disposable.dispose()
        disposable.dispose()
        #expect(counter.count == 1)
    }

    @Test func aBagEndsWhatItHoldsWhenItIsReleased() {
        let counter = Counter()
        var bag: DisposeBag? = DisposeBag()
        counter.make().disposed(by: bag!)
        bag?.insert(counter.make())
        #expect(counter.count == 0)
        bag = nil
        #expect(counter.count == 2)
    }

    @Test func aCompositeEndsItsMembersTogetherAndOnce() {
        let counter = Counter()
        let composite = CompositeDisposable()
        composite.insert(counter.make())
        composite.insert(counter.make())
        #expect(!composite.isDisposed)
        composite.dispose()
        composite.dispose()
        #expect(counter.count == 2)
        #expect(composite.isDisposed)
    }

    @Test func aDisposedCompositeEndsNewMembersAtOnce() {
        let counter = Counter()
        let composite = CompositeDisposable()
        composite.dispose()
        composite.insert(counter.make())
        #expect(counter.count == 1)
    }

    @Test func aRemovedMemberIsEndedAndForgotten() {
        let counter = Counter()
        let composite = CompositeDisposable()
        let member = counter.make()
        composite.insert(member)
        composite.remove(member)
        #expect(counter.count == 1)
        composite.dispose()
        #expect(counter.count == 1)
    }

    @Test func aMemberCanDisposeItsComposite() {
        let counter = Counter()
        let composite = CompositeDisposable()
        composite.insert(Disposables.create { composite.dispose() })
        composite.insert(counter.make())
        composite.dispose()
        #expect(counter.count == 1)
    }

    @Test func aSerialDisposableEndsTheFormerWhenAnotherTakesItsPlace() {
        let (first, second, third) = (Counter(), Counter(), Counter())
        let serial = SerialDisposable()
        serial.disposable = first.make()
        serial.disposable = second.make()
        #expect((first.count, second.count) == (1, 0))
        serial.dispose()
        #expect(serial.isDisposed)
        #expect(second.count == 1)
        serial.disposable = third.make()
        #expect(third.count == 1)
        #expect(serial.disposable == nil)
    }

    @Test func nothingToEndIsFine() {
        Disposables.create().dispose()
        SerialDisposable().dispose()
    }
}
