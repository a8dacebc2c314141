import HindsightDomain
import Live
import Streams

/// How reminders reach somebody: forms that are sent one at a time, each for itself.
struct ReminderViewModel: ViewModel {
    struct Input {
        /// What becomes of the calendar's address: a ``ReminderForm/CalendarChange``.
        let calendar: Observable<String>
        let steps: Observable<Bool>
        let ends: Observable<Bool>
        let week: Observable<Bool>
        /// Minutes since midnight.
        let weekMinute: Observable<String>
        let save: Observable<Void>
        let endpoint: Observable<String>
        let publicKey: Observable<String>
        let authSecret: Observable<String>
        let subscribe: Observable<Void>
        /// The number of a browser.
        let remove: Observable<String>
        let test: Observable<Void>
    }

    struct Output {
        let state: BehaviorRelay<ReminderState>
        /// What was done, as it is said on the page that is then opened anew.
        let done: Signal<ReminderConfirmation>
    }

    typealias Perform = @Sendable (ReminderForm) async throws -> ReminderAnswer

    let scheduler: Scheduler
    let settings: ReminderSettings
    let perform: Perform
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let state = BehaviorRelay(value: ReminderState(settings: settings))
        let typed = BehaviorRelay(value: Typed())
        let done = PublishRelay<ReminderConfirmation>()
        func keep<Value>(_ stream: Observable<Value>, _ path: WritableKeyPath<Typed, Value>) {
            stream.subscribe(onNext: { value in
                var changed = typed.value
                changed[keyPath: path] = value
                typed.accept(changed)
            }).disposed(by: bag)
        }
        keep(input.steps, \.choices.steps)
        keep(input.ends, \.choices.ends)
        keep(input.week, \.choices.week)
        keep(input.weekMinute, \.weekMinute)
        keep(input.endpoint, \.endpoint)
        keep(input.publicKey, \.publicKey)
        keep(input.authSecret, \.authSecret)
        let forms = Observable.merge(
            input.calendar.map { ReminderForm.CalendarChange(rawValue: $0).map(ReminderForm.calendar) ?? .unknown },
            input.save.map { typed.value.chosen },
            input.subscribe.map {
                .subscribe(
                    endpoint: typed.value.endpoint, publicKey: typed.value.publicKey, authSecret: typed.value.authSecret
                )
            },
            input.remove.map { Int64($0).map(ReminderForm.remove) ?? .unknown },
            input.test.map { .test })
        forms.flatMapFirst { [scheduler, perform] form -> Observable<ReminderAnswer> in
            Single.perform(on: scheduler) { try await perform(form) }
                .catch { _ in .just(.refused(.unavailable)) }.asObservable()
        }.subscribe(onNext: { answer in
            switch answer {
            case .refused(let fault): state.accept(state.value.with(fault))
            case .address(let address, let settings):
                state.accept(ReminderState(settings: settings, address: address))
            case .done(let deed): done.accept(deed)
            }
        }).disposed(by: bag)
        return Output(state: state, done: done.asSignal())
    }

    private struct Typed {
        var choices = ReminderChoices()
        var weekMinute = ""
        var endpoint = ""
        var publicKey = ""
        var authSecret = ""

        var chosen: ReminderForm {
            // What a select can't send.
            guard let minute = Int(weekMinute), minute.isMultiple(of: 60), (0..<1440).contains(minute) else {
                return .unknown
            }
            var choices = choices
            choices.weekMinute = minute
            return .choose(choices)
        }
    }
}

/// What is shown.
struct ReminderState: Hashable, Sendable {
    var settings: ReminderSettings
    /// The calendar's address, on the one page that shows it.
    var address: String?
    var fault: ReminderFault?

    func with(_ fault: ReminderFault) -> ReminderState {
        var state = self
        state.fault = fault
        return state
    }
}

/// A form that was sent.
enum ReminderForm: Hashable, Sendable {
    /// The raw value is that of its button.
    enum CalendarChange: String, Sendable {
        case make, renew, end
    }

    case calendar(CalendarChange)
    case choose(ReminderChoices)
    case subscribe(endpoint: String, publicKey: String, authSecret: String)
    case remove(PushBrowser.ID)
    case test
    /// What none of the forms can send.
    case unknown
}

/// What was done.
enum ReminderConfirmation: Hashable, Sendable {
    case calendarEnded, chosen, browserAdded, browserRemoved, testSent
}

/// Why nothing was done.
enum ReminderFault: Hashable, Sendable {
    case badSubscription, tooManyBrowsers, browserIsGone, unknownChoice, unavailable
    /// Nobody is told yet.
    case noBrowsers
    /// Another one is on its way, or there are too many.
    case testNotSent

    /// The status of the answer.
    var status: Int {
        switch self {
        case .badSubscription, .unknownChoice: 422
        case .tooManyBrowsers, .noBrowsers: 409
        case .browserIsGone: 404
        case .unavailable, .testNotSent: 503
        }
    }
}

/// What came of a form.
enum ReminderAnswer: Hashable, Sendable {
    case done(ReminderConfirmation)
    case address(String, ReminderSettings)
    case refused(ReminderFault)
}
