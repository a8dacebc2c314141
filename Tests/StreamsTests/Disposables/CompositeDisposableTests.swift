import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CompositeDisposableTests {
    /// Members that write their number when they end.
    final class Members {
        var ended: [Int] = []
        func make(_ number: Int) -> any Disposable { Disposables.create { self.ended.append(number) } }
    }

    @Test(arguments: [0, 1, 2, 3, 10])
    func itCountsItsMembersAndEndsThemInOrder(count: Int) {
        let members = Members()
        let composite = CompositeDisposable()
        for number in 0..<count { composite.insert(members.make(number)) }
        #expect(composite.count == count)
        #expect(members.ended.isEmpty)
        composite.dispose()
        #expect(members.ended == Array(0..<count))
        #expect(composite.count == 0)
    }

    @Test(arguments: [(1, 0), (2, 0), (2, 1), (3, 1), (10, 9)])
    func aRemovedMemberEndsAtOnceAndTheOthersKeepTheirOrder(count: Int, removed: Int) {
        let members = Members()
        let composite = CompositeDisposable()
        let all = (0..<count).map { members.make($0) }
        for member in all { composite.insert(member) }
        composite.remove(all[removed])
        #expect(members.ended == [removed])
        #expect(composite.count == count - 1)
        composite.remove(all[removed])
        composite.insert(members.make(99))
        #expect(composite.count == count)
        composite.dispose()
        #expect(members.ended == [removed] + (0..<count).filter { $0 != removed } + [99])
    }

    @Test func aMemberThatIsACompositeIsOneMember() {
        let members = Members()
        let (outer, inner) = (CompositeDisposable(), CompositeDisposable())
        inner.insert(members.make(1))
        inner.insert(members.make(2))
        outer.insert(inner)
        #expect(outer.count == 1)
        outer.insert(members.make(3))
        outer.dispose()
        #expect(members.ended == [1, 2, 3])
        #expect(inner.isDisposed)
    }

    @Test func whatAMemberInsertsAtItsEndEndsAtOnce() {
        let members = Members()
        let composite = CompositeDisposable()
        composite.insert(Disposables.create { composite.insert(members.make(1)) })
        composite.insert(members.make(2))
        composite.dispose()
        #expect(members.ended == [1, 2])
        #expect(composite.count == 0)
    }

    @Test func aMemberCanRemoveAnotherAtItsEnd() {
        let members = Members()
        let composite = CompositeDisposable()
        let second = members.make(2)
        composite.insert(Disposables.create { composite.remove(second) })
        composite.insert(second)
        composite.dispose()
        #expect(members.ended == [2])
    }

    @Test func aBagTakesSeveralAtOnceAndEndsThemEarly() {
        let members = Members()
        let bag = DisposeBag(disposing: members.make(1), members.make(2))
        bag.dispose()
        #expect(members.ended == [1, 2])
        members.make(3).disposed(by: bag)
        #expect(members.ended == [1, 2, 3])
    }

    @Test func whatIsRemovedIsReleased() {
        weak var removed: CompositeDisposable?
        let composite = CompositeDisposable()
        do {
            let member = CompositeDisposable()
            removed = member
            composite.insert(member)
            composite.insert(Disposables.create())
            composite.remove(member)
        }
        #expect(removed == nil)
    }
}
