import HindsightDomain
import Live

/// State of a registration: the form, the error messages beside its fields, and the request.
///
/// No message appears while somebody has only begun to type: the first one appears when the field is left with text in
/// it, or at an attempt to register. From then on a message appears when nothing was typed for a moment
/// (``RegisterViewModel/pause``), or at once when the field is left or an attempt is made. It disappears with the key
/// that corrects the error.
struct RegisterState: MachineState {
    enum Field: String {
        case email, password
    }

    enum Event {
        case email(String)
        case password(String)
        case consent(Bool)
        case timeZone(String)
        case keep(DemoChoice)
        /// A field lost the focus.
        case left(Field)
        /// Nothing was typed for a moment.
        case paused(Field)
        case register
        case answered(Result<RegistrationAnswer, any Error>)
    }

    enum Effect {
        /// Sends ``Event/paused(_:)`` after the pause, unless requested again before.
        case wait(Field)
        case register(Registration)
        case refused
        case registered(Registered)
        case failed(RegistrationFailure)
    }

    /// The message beside a field.
    struct Label<Message: Equatable>: Equatable {
        private(set) var shown: Message?
        /// Whether changes of the field change the message.
        private var isFollowed = false

        /// Shows the message at once. Called when the field is left or an attempt is made.
        mutating func show(_ message: Message?) { (isFollowed, shown) = (true, message) }

        /// Shows the message after the pause.
        mutating func settle(_ message: Message?) { if isFollowed { shown = message } }

        /// Handles a change of the field. Returns whether a message waits for the pause.
        mutating func change(to message: Message?) -> Bool {
            if message == nil { shown = nil }
            return isFollowed && message != nil
        }
    }

    /// The demo account that becomes the account.
    let demo: AccountID?
    private(set) var form = RegistrationForm()
    private(set) var email = Label<EmailMessage>()
    private(set) var password = Label<PasswordFault>()
    /// Errors found by the last attempt that have not been corrected since.
    private(set) var errors = RegistrationErrors()
    private(set) var isRegistering = false

    /// - Parameter keeps: the part of the demo account that is kept unless another one is chosen.
    init(demo: AccountID?, keeps: DemoChoice = .empty) {
        self.demo = demo
        form.keeps = keeps
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .email(let text): return change { $0.email = text }
        case .password(let text): return change { $0.password = text }
        case .consent(let isGiven): return change { $0.hasConsent = isGiven }
        case .timeZone(let name): return change { $0.timeZone = TimeZoneID(name) }
        case .keep(let choice): return change { $0.keeps = choice }
        case .left(.email):
            if !form.email.isEmpty { email.show(form.errors.email) } else { email.settle(form.errors.email) }
            return []
        case .left(.password):
            if !form.password.isEmpty {
                password.show(form.errors.password)
            } else {
                password.settle(form.errors.password)
            }
            return []
        case .paused(.email):
            email.settle(form.errors.email)
            return []
        case .paused(.password):
            password.settle(form.errors.password)
            return []
        case .register:
            guard !isRegistering else { return [] }
            guard let registration = form.registration(demo) else { return refuse() }
            showAll()
            isRegistering = true
            return [.register(registration)]
        case .answered(let result):
            isRegistering = false
            switch result {
            case .success(.registered(let answer)): return [.registered(answer)]
            case .success(.taken(let email)):
                form.takenEmail = email
                return refuse()
            case .failure(let error): return [.failed(RegistrationFailure(error))]
            }
        }
    }

    /// Changes the form, and with it the messages.
    private mutating func change(_ change: (inout RegistrationForm) -> Void) -> [Effect] {
        let former = (email: form.email, password: form.password, errors: form.errors)
        change(&form)
        let found = form.errors
        errors = errors.filtered(by: found)
        var effects: [Effect] = []
        // Each key begins the pause anew, also one that leaves the message as it is.
        if form.email != former.email || found.email != former.errors.email, email.change(to: found.email) {
            effects.append(.wait(.email))
        }
        if form.password != former.password || found.password != former.errors.password,
            password.change(to: found.password)
        {
            effects.append(.wait(.password))
        }
        return effects
    }

    /// Shows everything that is wrong after an attempt.
    private mutating func showAll() {
        errors = form.errors
        email.show(errors.email)
        password.show(errors.password)
    }

    private mutating func refuse() -> [Effect] {
        showAll()
        return [.refused]
    }
}
