import HindsightDomain
import Live
import Streams

/// The form by which a visitor gets an account; see ``RegisterState``.
struct RegisterViewModel: ViewModel {
    struct Input {
        let emailTextField: Observable<String>
        let passwordTextField: Observable<String>
        let consent: Observable<Bool>
        /// The part of a demo account that is kept.
        var keep = Observable<DemoChoice>.never()
        /// The browser's time zone, filled in by a script.
        let timeZone: Observable<String>
        let emailLeft: Observable<Void>
        let passwordLeft: Observable<Void>
        let register: Observable<Void>
    }

    struct Output {
        /// Error message beside the field.
        let emailLabel: Driver<EmailMessage?>
        let passwordLabel: Driver<PasswordFault?>
        let passwordStrength: Driver<PasswordStrength>
        let isRegistering: Driver<Bool>
        /// Errors found by the last attempt that have not been corrected since.
        let fieldErrors: Driver<RegistrationErrors>
        let state: Property<RegisterState>
        /// An attempt found errors in the form.
        let refused: Signal<Void>
        let registered: Signal<Registered>
        let failAlert: Signal<RegistrationFailure>
    }

    /// Time without typing after which a new error message appears.
    static let pause = Duration.milliseconds(400)

    let accounts: any Registering
    let scheduler: Scheduler
    /// The demo account that becomes the account, with its content.
    let demo: AccountID?
    var keeps = DemoChoice.empty
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(RegisterState(demo: demo, keeps: keeps), until: bag, run: request)
        machine.on(input.emailTextField) { .email($0) }
        machine.on(input.passwordTextField) { .password($0) }
        machine.on(input.timeZone) { .timeZone($0) }
        machine.on(input.keep) { .keep($0) }
        machine.on(input.consent) { .consent($0) }
        machine.on(input.emailLeft) { .left(.email) }
        machine.on(input.passwordLeft) { .left(.password) }
        machine.on(input.register) { .register }
        return Output(
            emailLabel: machine.select(\.email.shown), passwordLabel: machine.select(\.password.shown),
            passwordStrength: machine.select(\.form.strength), isRegistering: machine.select(\.isRegistering),
            fieldErrors: machine.select(\.errors), state: machine.state,
            refused: machine.signal { if case .refused = $0 { () } else { nil } },
            registered: machine.signal { if case .registered(let registered) = $0 { registered } else { nil } },
            failAlert: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: RegisterState.Effect) -> MachineRequest<RegisterState.Event>? {
        switch effect {
        case .register(let registration):
            .atOnce(
                .perform(on: scheduler) { [accounts] in try await accounts.register(registration) },
                then: { .answered($0) })
        case .wait(let field): .timer(field.rawValue, Self.pause, on: scheduler, .paused(field))
        case .refused, .registered, .failed: nil
        }
    }
}

extension DemoChoice: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}
