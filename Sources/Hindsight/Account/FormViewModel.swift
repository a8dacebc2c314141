import Live
import Streams

/// A form that is sent as a whole: what its fields hold is given to what the page is for, and that answers.
struct FormViewModel: ViewModel {
    struct Input {
        let email: Observable<String>
        let password: Observable<String>
        let newPassword: Observable<String>
        let displayName: Observable<String>
        let language: Observable<String>
        let theme: Observable<String>
        let timeZone: Observable<String>
        let weekStart: Observable<String>
        let remember: Observable<Bool>
        /// Where it goes on.
        let next: Observable<String>
        /// A form that was sent by somebody who had to sign in first.
        let kept: Observable<String>
        /// Sends the form, with the value of its button.
        let submit: Observable<String>
    }

    struct Output {
        let fieldErrors: BehaviorRelay<FormRefusal>
        let done: Signal<FormAnswer>
        /// It was done, and the page stays.
        let shown: Signal<FormAnswer>
    }

    private let scheduler: Scheduler
    private let perform: AccountForm.Perform
    let bag = DisposeBag()

    init(scheduler: Scheduler, perform: @escaping AccountForm.Perform) {
        self.scheduler = scheduler
        self.perform = perform
    }

    func transform(input: Input) -> Output {
        let values = BehaviorRelay(value: FormValues())
        let errors = BehaviorRelay(value: FormRefusal())
        let answered = PublishRelay<FormAnswer>()
        func keep<Value>(_ stream: Observable<Value>, _ path: WritableKeyPath<FormValues, Value>) {
            stream.subscribe(onNext: { value in
                var changed = values.value
                changed[keyPath: path] = value
                values.accept(changed)
            }).disposed(by: bag)
        }
        keep(input.email, \.email)
        keep(input.password, \.password)
        keep(input.newPassword, \.newPassword)
        keep(input.displayName, \.displayName)
        keep(input.language, \.language)
        keep(input.theme, \.theme)
        keep(input.timeZone, \.timeZone)
        keep(input.weekStart, \.weekStart)
        keep(input.remember, \.remember)
        keep(input.next, \.next)
        keep(input.kept, \.kept)

        input.submit.flatMapFirst { [scheduler, perform] value -> Observable<FormOutcome> in
            var sent = values.value
            sent.value = value
            let form = sent
            return Single.perform(on: scheduler) { try await perform(form) }
                .catch { _ in .just(.refused(FormRefusal(status: 503, isUnavailable: true))) }.asObservable()
        }.subscribe(onNext: { outcome in
            switch outcome {
            case .refused(let refusal): errors.accept(refusal)
            case .done(let answer):
                errors.accept(FormRefusal())
                answered.accept(answer)
            }
        }).disposed(by: bag)

        let answers = answered.asObservable()
        return Output(
            fieldErrors: errors,
            done: answers.filter { $0.address != nil }.asSignal(onErrorSignalWith: .never()),
            shown: answers.filter { $0.address == nil }.asSignal(onErrorSignalWith: .never()))
    }
}

/// What stands in the fields of a form.
struct FormValues: Hashable, Sendable {
    /// More bytes than the value of any button has.
    static let valueLimit = 32

    var email = ""
    var password = ""
    var newPassword = ""
    var displayName = ""
    var language = ""
    var theme = ""
    var timeZone = ""
    var weekStart = ""
    var remember = false
    var next = ""
    var kept = ""
    /// Of the button.
    var value = ""
}

/// A field of a form. The raw value is its name.
enum FormField: String, Hashable, Sendable {
    case email, password, newPassword, displayName, language, theme, timeZone, weekStart, remember
}

/// What came of a form.
enum FormOutcome: Sendable {
    case done(FormAnswer)
    case refused(FormRefusal)
}

/// How it goes on after a form.
struct FormAnswer: Sendable {
    /// The page that it leads to; nil stays, and shows ``content``.
    var address: String?
    /// What the next page says.
    var flash: String?
    /// In the place of the form.
    var content: FormContent?
    var cookies: [PageCookie] = []
    /// The logins that are over.
    var ended: [String] = []
}

/// What stands in the place of a form that was sent.
enum FormContent: Sendable {
    /// A mail is on its way, if there is an account: to this address.
    case mailed(heading: String, words: String)
    /// A form that could not be taken before somebody had signed in, to be sent again.
    case kept(KeptForm, token: String)
}

/// Why a form was not taken.
struct FormRefusal: Sendable {
    /// What is said at the fields.
    var fields: [FormField: String] = [:]
    /// What is said of the whole form.
    var message: String?
    /// The status of the answer.
    var status = 422
    /// The pause before the next try; nil when it is not known.
    var retryAfter: Duration?
    /// Nothing can be kept or found at the moment.
    var isUnavailable = false

    var isEmpty: Bool { fields.isEmpty && message == nil && !isUnavailable }
}
