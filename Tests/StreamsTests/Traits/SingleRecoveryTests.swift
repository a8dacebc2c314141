import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SingleRecoveryTests {
    /// What a request answers, as text.
    private func answer(_ single: Single<Int>) -> String {
        var answer = "-"
        single.subscribe(onSuccess: { answer = "\($0)" }, onFailure: { answer = "\(type(of: $0))" })
        return answer
    }

    @Test func catchMakesAnotherRequestOfAFailure() {
        #expect(answer(Single.error(Oops()).catch { _ in .just(2) }) == "2")
        #expect(answer(Single.just(1).catch { _ in .just(2) }) == "1")
        #expect(answer(Single.error(Oops()).catch { _ in .error(OtherOops()) }) == "OtherOops")
        #expect(answer(Single.error(Oops()).catch { _ in throw OtherOops() }) == "OtherOops")
        #expect(answer(Single.error(Oops()).catchAndReturn(3)) == "3")
        #expect(answer(Single.just(1).catchAndReturn(3)) == "1")
    }

    @Test(arguments: [(0, "Oops", 1), (1, "Oops", 1), (2, "Oops", 2), (3, "3", 3), (9, "3", 3)])
    func retryAsksAgainAtLeastOnce(attempts: Int, expected: String, asked: Int) {
        var count = 0
        let single = Single<Int>.deferred {
            count += 1
            return count < 3 ? .error(Oops()) : .just(count)
        }
        #expect(answer(single.retry(attempts)) == expected)
        #expect(count == asked)
    }

    @Test func deferredMakesARequestForEachSubscriber() {
        var made = 0
        let single = Single<Int>.deferred {
            made += 1
            return .just(made)
        }
        #expect(made == 0)
        #expect(answer(single) == "1")
        #expect(answer(single) == "2")
        #expect(answer(.deferred { throw Oops() }) == "Oops")
    }

    @Test func neverIsNotAnswered() {
        var isDisposed = false
        let subscription = Single<Int>.never().subscribe(
            onSuccess: { _ in Issue.record() }, onFailure: { _ in Issue.record() }, onDisposed: { isDisposed = true })
        #expect(!isDisposed)
        subscription.dispose()
        #expect(isDisposed)
    }

    @Test func doLooksAtTheAnswer() {
        var log: [String] = []
        func noted(_ single: Single<Int>) -> Single<Int> {
            single.do(
                onSuccess: { log.append("on \($0)") }, onError: { _ in log.append("on #") },
                onSubscribe: { log.append("subscribe") }, onDispose: { log.append("dispose") })
        }
        noted(.just(1)).subscribe(onSuccess: { log.append("\($0)") })
        #expect(log == ["subscribe", "on 1", "1", "dispose"])
        log = []
        noted(.error(Oops())).subscribe(onFailure: { _ in log.append("#") })
        #expect(log == ["subscribe", "on #", "#", "dispose"])
        log = []
        noted(.never()).subscribe().dispose()
        #expect(log == ["subscribe", "dispose"])
        #expect(answer(Single.just(1).do(onSuccess: { _ in throw Oops() })) == "Oops")
    }

    @Test func doLooksBackAtTheAnswerBeforeTheEnd() {
        var log: [String] = []
        func noted(_ single: Single<Int>) -> Single<Int> {
            single.do(
                onSuccess: { log.append("on \($0)") }, afterSuccess: { log.append("after \($0)") },
                onError: { _ in log.append("on #") }, afterError: { _ in log.append("after #") },
                onSubscribe: { log.append("subscribe") }, onSubscribed: { log.append("subscribed") },
                onDispose: { log.append("dispose") })
        }
        noted(.just(1)).subscribe(onSuccess: { log.append("\($0)") })
        #expect(log == ["subscribe", "on 1", "1", "after 1", "subscribed", "dispose"])
        log = []
        noted(.error(Oops())).subscribe(onFailure: { _ in log.append("#") })
        #expect(log == ["subscribe", "on #", "#", "after #", "subscribed", "dispose"])
        #expect(answer(Single.just(1).do(afterSuccess: { _ in throw Oops() })) == "1")
        log = []
        noted(.just(1)).subscribe(onDisposed: { log.append("disposed") })
        #expect(log == ["subscribe", "on 1", "disposed", "after 1", "subscribed", "dispose"])
    }

    @Test func aFailedRequestIsCreatedAnew() {
        var observers: [(Result<Int, any Error>) -> Void] = []
        var ended = 0
        let single = Single<Int>.create { observer in
            observers.append(observer)
            return Disposables.create { ended += 1 }
        }
        var answers: [Int] = []
        let subscription = single.retry(2).subscribe(onSuccess: { answers.append($0) })
        observers[0](.failure(Oops()))
        #expect(observers.count == 2)
        #expect(ended == 1)
        observers[0](.success(1))
        observers[1](.success(2))
        #expect(answers == [2])
        #expect(ended == 2)
        subscription.dispose()
        observers = []
    }

    @Test func onDisposedFollowsTheAnswer() {
        var log: [String] = []
        Single.just(1).subscribe(onSuccess: { log.append("\($0)") }, onDisposed: { log.append("disposed") })
        Single<Int>.error(Oops()).subscribe(onFailure: { _ in log.append("#") }, onDisposed: { log.append("disposed") })
        #expect(log == ["1", "disposed", "#", "disposed"])
    }
}
