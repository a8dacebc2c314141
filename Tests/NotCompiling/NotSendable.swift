import Streams

// No part of a graph can be sent to where two could use it.

actor Page {
    let taps = PublishRelay<Int>()
}

func aRelayCannotBeTakenFromItsActor(_ page: Page) async {
    await page.taps.accept(1)  // error
}

func workDoneElsewhereCannotTouchTheGraph(_ scheduler: Scheduler, _ relay: BehaviorRelay<Int>) -> Single<Int> {
    .perform(on: scheduler) { relay.value }  // error
}

func noPartOfAGraphIsSendable() {
    func check<Value: Sendable>(_: Value.Type) {}
    check(Observable<Int>.self)  // error
    check(PublishSubject<Int>.self)  // error
    check(BehaviorRelay<Int>.self)  // error
    check(Driver<Int>.self)  // error
    check(Single<Int>.self)  // error
    check(DisposeBag.self)  // error
    check(Scheduler.self)  // error
}
