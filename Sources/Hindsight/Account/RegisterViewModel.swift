import HindsightDomain
import Live
import Streams

/// The form by which somebody gets an account: what is typed is checked while it is typed, and said no sooner than it helps.
struct RegisterViewModel: ViewModel {
    struct Input {
        let emailTextField: Observable<String>
        let passwordTextField: Observable<String>
        let consent: Observable<Bool>
        /// What is kept of a demo account.
        var keep = Observable<DemoChoice>.never()
        /// Where the browser is, which nobody types.
        let timeZone: Observable<String>
        /// The field was left.
        let emailLeft: Observable<Void>
        let passwordLeft: Observable<Void>
        let register: Observable<Void>
    }

    struct Output {
        /// What is said at the field, while it is.
        let emailLabel: Driver<EmailMessage?>
        let passwordLabel: Driver<PasswordFault?>
        let passwordStrength: Driver<PasswordStrength>
        /// Nothing is wrong in the form, and nothing is under way.
        let canRegister: Driver<Bool>
        let isRegistering: Driver<Bool>
        /// What was wrong when it was last tried to register; empty before, and as soon as it is mended.
        let fieldErrors: BehaviorRelay<RegistrationErrors>
        /// It was tried to register, and something is wrong in the form.
        let refused: Signal<Void>
        let registered: Signal<Registered>
        let failAlert: Signal<RegistrationFailure>
    }

    /// How long nothing is typed until a message comes that was not there before.
    static let pause = Duration.milliseconds(400)

    private let accounts: any Registering
    private let scheduler: Scheduler
    private let demo: AccountID?
    let bag = DisposeBag()

    /// - Parameters:
    ///   - accounts: where the account is made.
    ///   - demo: the demo account that becomes it, with all that is in it.
    init(accounts: any Registering, scheduler: Scheduler, demo: AccountID?) {
        self.accounts = accounts
        self.scheduler = scheduler
        self.demo = demo
    }

    func transform(input: Input) -> Output {
        let form = BehaviorRelay(value: RegistrationForm())
        let errors = BehaviorRelay(value: RegistrationErrors())
        let refused = PublishRelay<Void>()
        let registered = PublishRelay<Registered>()
        let failed = PublishRelay<RegistrationFailure>()
        let activity = ActivityTracker()
        func change(_ change: (inout RegistrationForm) -> Void) {
            var changed = form.value
            change(&changed)
            form.accept(changed)
        }
        input.emailTextField.subscribe(onNext: { text in change { $0.email = text } }).disposed(by: bag)
        input.passwordTextField.subscribe(onNext: { text in change { $0.password = text } }).disposed(by: bag)
        input.timeZone.subscribe(onNext: { name in change { $0.timeZone = TimeZoneID(name) } }).disposed(by: bag)
        input.keep.subscribe(onNext: { choice in change { $0.keeps = choice } }).disposed(by: bag)
        input.consent.subscribe(onNext: { isGiven in change { $0.hasConsent = isGiven } }).disposed(by: bag)
        // What was refused and has been mended since isn't held against anybody.
        form.subscribe(onNext: { form in
            let left = errors.value.filtered(by: form.errors)
            if left != errors.value { errors.accept(left) }
        }).disposed(by: bag)

        input.register.flatMapFirst {
            [accounts, scheduler, demo] () -> Observable<Result<RegistrationAnswer, any Error>> in
            errors.accept(form.value.errors)
            guard let registration = form.value.registration(demo) else {
                refused.accept(())
                return .empty()
            }
            return Single.perform(on: scheduler) { try await accounts.register(registration) }
                .map { .success($0) }.catch { .just(.failure($0)) }.trackActivity(activity).asObservable()
        }.subscribe(onNext: { result in
            switch result {
            case .success(.registered(let answer)): registered.accept(answer)
            case .success(.taken(let email)):
                change { $0.takenEmail = email }
                errors.accept(form.value.errors)
                refused.accept(())
            case .failure(let error): failed.accept(RegistrationFailure(error))
            }
        }).disposed(by: bag)

        let isRegistering = activity.asDriver()
        let shown = form.asDriver()
        // An answer is said at once, too.
        let told = Observable.merge(input.register, refused.asObservable())
        return Output(
            emailLabel: label(
                form.map { ($0.email, $0.errors.email) }, left: input.emailLeft, tap: told),
            passwordLabel: label(
                form.map { ($0.password, $0.errors.password) }, left: input.passwordLeft, tap: told),
            passwordStrength: shown.map(\.strength).distinctUntilChanged(),
            canRegister: Driver.combineLatest(shown, isRegistering) { $0.errors.isEmpty && !$1 }
                .distinctUntilChanged(),
            isRegistering: isRegistering, fieldErrors: errors,
            refused: refused.asSignal(), registered: registered.asSignal(), failAlert: failed.asSignal())
    }

    /// What is said at a field. Nobody is told that something is wrong while they have only begun: the first time, when the
    /// field is left with something in it; from then on, when nothing was typed for a moment. What is mended goes at once,
    /// and the tap waits for nothing.
    private func label<Message: Equatable>(
        _ field: Observable<(text: String, message: Message?)>, left: Observable<Void>, tap: Observable<Void>
    ) -> Driver<Message?> {
        let leftBehind = left.withLatestFrom(field.map(\.text)).filter { !$0.isEmpty }.map { _ in }
        // Each key begins the pause anew, also one that changes nothing of what is to be said.
        let message = field.distinctUntilChanged { $0 == $1 }.map(\.message)
        return Observable.merge(leftBehind, tap).take(1)
            .flatMapLatest { [scheduler] _ in
                // The first one, and what is there when the field is left again, stands at once.
                Observable.merge(left, tap).startWith(())
                    .flatMapLatest { _ in
                        let changes = message.skip(1).flatMapLatest { message in
                            let now = Observable<Message?>.just(message)
                            return message == nil ? now : now.delay(Self.pause, scheduler: scheduler)
                        }
                        return Observable.merge(message.take(1), changes)
                    }
            }
            .startWith(nil).distinctUntilChanged().asDriver(onErrorJustReturn: nil)
    }
}

extension DemoChoice: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}
