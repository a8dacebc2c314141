import LiveHTTP

/// Where accounts are made.
protocol Registering: Sendable {
    /// Makes an account, or lets a demo account become it: with all goals and reviews that are in it.
    ///
    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func register(_ registration: Registration) async throws -> RegistrationAnswer
}

/// What somebody who wants an account has told.
struct Registration: Hashable, Sendable {
    var email: EmailAddress
    var password: Password
    /// The demo account that is to become the account.
    var demo: AccountID?
    /// What is kept of that one.
    var keeps = DemoChoice.empty
    /// Where the browser is; nil when it has not told.
    var timeZone: TimeZoneID?
}

/// What came of a registration.
enum RegistrationAnswer: Hashable, Sendable {
    case registered(Registered)
    /// There is an account of this address. It is told only where there is no mail by which to tell the owner alone.
    case taken(EmailAddress)
}

/// How it goes on for somebody who has registered.
enum Registered: Hashable, Sendable {
    /// They are signed in.
    case signedIn(NewSession)
    /// A mail is on its way, to whomever the address belongs; it says how it goes on.
    case mailed(EmailAddress)
}

/// Why nothing came of a registration, for whoever waits for it.
enum RegistrationFailure: Hashable, Sendable {
    case tooOften(Duration)
    case busy
    /// The demo account has become an account by now, or is gone.
    case demoIsGone
    case unavailable

    init(_ error: any Error) {
        switch error as? AccountRefusal {
        case .tooOften(let wait): self = .tooOften(wait)
        case .busy: self = .busy
        case .demoIsGone: self = .demoIsGone
        default: self = .unavailable
        }
    }
}

/// What is said at the field of the e-mail address.
enum EmailMessage: Hashable, Sendable {
    case fault(EmailFault)
    case taken
}

/// What is wrong in a form.
struct RegistrationErrors: Hashable, Sendable {
    var email: EmailMessage?
    var password: PasswordFault?
    var consentMissing = false

    var isEmpty: Bool { self == RegistrationErrors() }

    /// Those that are in the other one too, as it says them.
    func filtered(by other: RegistrationErrors) -> RegistrationErrors {
        RegistrationErrors(
            email: email == nil ? nil : other.email, password: password == nil ? nil : other.password,
            consentMissing: consentMissing && other.consentMissing)
    }
}

/// What stands in the form.
struct RegistrationForm: Equatable {
    var email = ""
    var password = ""
    var hasConsent = false
    var timeZone: TimeZoneID?
    /// What is kept of a demo account.
    var keeps = DemoChoice.empty
    /// The address that was found to be taken.
    var takenEmail: EmailAddress?

    var errors: RegistrationErrors {
        var errors = RegistrationErrors(consentMissing: !hasConsent)
        do throws(EmailFault) {
            if try EmailAddress(email) == takenEmail { errors.email = .taken }
        } catch {
            errors.email = .fault(error)
        }
        errors.password = Password.assess(password, email: email).fault
        return errors
    }

    var strength: PasswordStrength { Password.assess(password, email: email).strength }

    /// Nil while something is wrong.
    func registration(_ demo: AccountID?) -> Registration? {
        guard errors.isEmpty, let email = try? EmailAddress(email),
            let password = try? Password(new: password, email: self.email)
        else { return nil }
        return Registration(email: email, password: password, demo: demo, keeps: keeps, timeZone: timeZone)
    }
}
