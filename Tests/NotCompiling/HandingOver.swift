import Streams

// A graph is used on the actor that made it: this compiles. Handing a part of it over, while it can still be used where
// it was, does not.

actor Page {
    let taps = PublishRelay<Int>()
    var count = BehaviorRelay(value: 0)

    func build() {
        taps.scan(0, accumulator: +).bind(to: count)
    }

    func show(_ driver: Driver<Int>) {
        driver.drive(count)
    }
}

func aRelayCannotBeUsedByTwo(_ relay: PublishRelay<Int>) async {
    await MainActor.run { relay.accept(1) }  // error
    relay.accept(2)
}

func aDriverCannotBeHandedOver(_ page: Page, _ driver: Driver<Int>) async {
    await page.show(driver)  // error
}

func aSubscriptionCannotBeEndedElsewhere(_ subscription: any Disposable) {
    Task.detached { subscription.dispose() }  // error
}

func anObserverCannotBeCalledFromATask(_ relay: PublishRelay<Int>) -> Observable<Int> {
    .create { observer in
        Task.detached { observer.onNext(1) }  // error
        return Disposables.create()
    }
}
