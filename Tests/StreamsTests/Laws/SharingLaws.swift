import Streams
import StreamsTesting
import Testing

/// What the laws have found, in small.
@Suite(.leavesNothing) struct SharingLaws {
    /// A source that has let its observer go, since it will never send anything, is all the same disposed of.
    @Test(arguments: [0, 1, 2], [SubjectLifetimeScope.whileConnected, .forever])
    func aSharedSourceThatWillNeverSendAnythingEndsWithItsLastListener(replay: Int, scope: SubjectLifetimeScope) {
        var running = 0
        let subscriptions = CompositeDisposable()
        do {
            let work = Observable<Int>.create { _ in
                running += 1
                return Disposables.create { running -= 1 }
            }
            let shared = work.share(replay: replay, scope: scope)
            for _ in 0..<2 { subscriptions.insert(shared.subscribe { _ in }) }
        }
        #expect(running == 1)
        subscriptions.dispose()
        #expect(running == 0)
    }
}
