import HindsightDomain
import LiveHTTP

/// Creates accounts.
protocol Registering: Sendable {
    /// Makes an account, or lets a demo account become it: with all goals and reviews that are in it.
    ///
    /// - Throws: ``AccountRefusal``, ``StoreError``.
    func register(_ registration: Registration) async throws -> RegistrationAnswer
}

/// The validated content of a registration.
struct Registration: Hashable, Sendable {
    var email: EmailAddress
    var password: Password
    /// The demo account that is to become the account.
    var demo: AccountID?
    /// The part of the demo account that is kept.
    var keeps = DemoChoice.empty
    /// The browser's time zone; nil if it is not known.
    var timeZone: TimeZoneID?
}

/// The result of a registration.
enum RegistrationAnswer: Hashable, Sendable {
    case registered(Registered)
    /// There is an account of this address. It is told only where there is no mail by which to tell the owner alone.
    case taken(EmailAddress)
}

/// The next step of a successful registration.
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

    /// The pause before the next try; nil when it is not known.
    var wait: Duration? { if case .tooOften(let wait) = self { wait } else { nil } }
}

/// An error message beside the field of the email address.
enum EmailMessage: Hashable, Sendable {
    case fault(EmailFault)
    case taken
}

/// The errors of a form.
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

/// The form as it stands. A text is checked when it changes, and the result is kept beside it.
struct RegistrationForm: Equatable {
    var email = "" {
        didSet {
            address = Self.address(email)
            // A password is none that is the address.
            assessment = Assessment(password, email: email)
        }
    }
    var password = "" {
        didSet { assessment = Assessment(password, email: email) }
    }
    var hasConsent = false
    var timeZone: TimeZoneID?
    /// The part of a demo account that is kept.
    var keeps = DemoChoice.empty
    /// The address that was found to be taken.
    var takenEmail: EmailAddress?

    private var address = Self.address("")
    private var assessment = Assessment("", email: "")

    private struct Assessment: Equatable {
        let fault: PasswordFault?
        let strength: PasswordStrength

        init(_ password: String, email: String) { (fault, strength) = Password.assess(password, email: email) }
    }

    private static func address(_ text: String) -> Result<EmailAddress, EmailFault> {
        Result { () throws(EmailFault) in try EmailAddress(text) }
    }

    var errors: RegistrationErrors {
        var errors = RegistrationErrors(password: assessment.fault, consentMissing: !hasConsent)
        switch address {
        case .success(let address): if address == takenEmail { errors.email = .taken }
        case .failure(let fault): errors.email = .fault(fault)
        }
        return errors
    }

    var strength: PasswordStrength { assessment.strength }

    /// Nil while something is wrong.
    func registration(_ demo: AccountID?) -> Registration? {
        guard errors.isEmpty, case .success(let email) = address, let password = Password(entered: password) else {
            return nil
        }
        return Registration(email: email, password: password, demo: demo, keeps: keeps, timeZone: timeZone)
    }
}
