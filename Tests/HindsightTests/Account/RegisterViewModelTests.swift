import Foundation
import HindsightDomain
import Live
import Streams
import StreamsTesting
import Synchronization
import Testing

@testable import Hindsight

/// The form of a registration, with what it says at its fields: their whole history, key by key.
@Suite(.timeLimit(.minutes(15))) struct RegisterViewModelTests {
    private typealias Answer = @Sendable (Registration) async throws -> RegistrationAnswer

    private func scene(
        _ answer: @escaping Answer = { .registered(.mailed($0.email)) },
        _ test: @Sendable (isolated Stage, RegisterScene) async throws -> Void
    ) async throws {
        try await Stage.run { stage in
            let scene = RegisterScene(stage, SpokenRegistering(answer: answer))
            try await test(stage, scene)
        }
    }

    @Test func untouchedFieldsSayNothing() async throws {
        try await scene { stage, scene in
            scene.emailLeft.accept(())
            scene.passwordLeft.accept(())
            await stage.advance(by: .seconds(10))
            for key in "mina".indices { scene.email.accept(String("mina"[...key])) }
            scene.password.accept("abc")
            await stage.advance(by: .seconds(10))
            #expect(scene.emailLabel.values == [nil])
            #expect(scene.passwordLabel.values == [nil])
        }
    }

    @Test func afterAFieldWasLeftEachChangeIsFollowedOnceNothingIsTypedForAMoment() async throws {
        try await scene { stage, scene in
            scene.email.accept("mina")
            scene.emailLeft.accept(())
            #expect(scene.emailLabel.values == [nil, .fault(.hasNoAt)])
            // Key by key, and another fault on the way, which nobody waits for.
            for text in ["mina@", "mina@e", "mina@ex"] {
                scene.email.accept(text)
                await stage.advance(by: RegisterViewModel.pause - .milliseconds(1))
                #expect(scene.emailLabel.values == [nil, .fault(.hasNoAt)])
            }
            await stage.advance(by: .milliseconds(1))
            #expect(scene.emailLabel.values == [nil, .fault(.hasNoAt), .fault(.hasNoDomain)])
            // What is mended goes with the key that mends it.
            scene.email.accept("mina@ex.com")
            #expect(scene.emailLabel.values == [nil, .fault(.hasNoAt), .fault(.hasNoDomain), nil])
            // And what is mended again in time is never said.
            scene.email.accept("mina@ex.")
            await stage.advance(by: .milliseconds(100))
            scene.email.accept("mina@ex.org")
            await stage.advance(by: .seconds(10))
            #expect(scene.emailLabel.values.count == 4)
        }
    }

    @Test func leavingAgainSaysAtOnceWhatIsThere() async throws {
        try await scene { stage, scene in
            scene.email.accept("mina@ex.com")
            scene.emailLeft.accept(())
            scene.email.accept("mina@ex")
            #expect(scene.emailLabel.values == [nil])
            scene.emailLeft.accept(())
            #expect(scene.emailLabel.values == [nil, .fault(.hasNoDomain)])
            await stage.advance(by: .seconds(10))
            #expect(scene.emailLabel.values.count == 2)
        }
    }

    @Test func thePasswordIsComparedWithTheAddressThatStandsThereNow() async throws {
        try await scene { stage, scene in
            scene.password.accept("mina.kim@example.com")
            scene.passwordLeft.accept(())
            #expect(scene.passwordLabel.values == [nil])
            scene.email.accept("mina.kim@example.com")
            await stage.advance(by: RegisterViewModel.pause)
            #expect(scene.passwordLabel.values == [nil, .isEmail])
            scene.email.accept("mina@example.com")
            #expect(scene.passwordLabel.values == [nil, .isEmail, nil])
            #expect(scene.strength.values == [.none, .strong, .none, .strong])
        }
    }

    @Test func theTapTakesTheNewestTextAndWaitsForNothing() async throws {
        try await scene { stage, scene in
            scene.fill("mina@example.com", "kx9$vq2m")
            scene.email.accept("otto@example.com")
            scene.register.accept(())
            await stage.settled()
            #expect(scene.accounts.asked.map(\.email.text) == ["otto@example.com"])
            let otto = try EmailAddress("otto@example.com")
            #expect(scene.registered.values == [.mailed(otto)])
            #expect(scene.isRegistering.values == [false, true, false])
        }
    }

    @Test func theTapSaysAllThatIsWrongAndWhatIsMendedIsNotHeldAgainstAnybody() async throws {
        try await scene { stage, scene in
            scene.register.accept(())
            #expect(scene.emailLabel.values == [nil, .fault(.missing)])
            #expect(scene.passwordLabel.values == [nil, .missing])
            #expect(
                scene.errors.values.last
                    == RegistrationErrors(email: .fault(.missing), password: .missing, consentMissing: true))
            scene.consent.accept(true)
            scene.email.accept("mina@example.com")
            #expect(scene.errors.values.last == RegistrationErrors(password: .missing))
            #expect(scene.emailLabel.values == [nil, .fault(.missing), nil])
            scene.password.accept("kx9$vq2m")
            #expect(scene.errors.values.last?.isEmpty == true)
            // A fault of later is said at the field, and not in the list of those that were found.
            scene.consent.accept(false)
            #expect(scene.errors.values.last?.isEmpty == true)
            #expect(scene.accounts.asked.isEmpty)
        }
    }

    @Test func aTakenAddressIsSaidAtItsFieldUntilItIsAnotherOne() async throws {
        let taken: Answer = { .taken($0.email) }
        try await scene(taken) { stage, scene in
            scene.fill("mina@example.com", "kx9$vq2m")
            scene.register.accept(())
            await stage.settled()
            await stage.advance(by: RegisterViewModel.pause)
            #expect(scene.emailLabel.values == [nil, .taken])
            #expect(scene.errors.values.last == RegistrationErrors(email: .taken))
            scene.register.accept(())
            await stage.settled()
            #expect(scene.accounts.asked.count == 1)
            scene.email.accept("mina2@example.com")
            #expect(scene.emailLabel.values == [nil, .taken, nil])
            scene.register.accept(())
            await stage.settled()
            #expect(scene.accounts.asked.count == 2)
        }
    }

    @Test func aStoreThatDoesNotAnswerLosesNothing() async throws {
        let down: Answer = { _ in throw StoreError.unavailable(CancellationError()) }
        try await scene(down) { stage, scene in
            scene.fill("mina@example.com", "kx9$vq2m")
            scene.register.accept(())
            await stage.settled()
            #expect(scene.failed.values == [.unavailable])
            scene.register.accept(())
            await stage.settled()
            #expect(scene.accounts.asked.count == 2)
        }
    }

    @Test func whoTapsTwiceRegistersOnce() async throws {
        let gate = Gate()
        let slow: Answer = { registration in
            try await gate.pass()
            return .registered(.mailed(registration.email))
        }
        try await scene(slow) { stage, scene in
            scene.fill("mina@example.com", "kx9$vq2m")
            scene.register.accept(())
            scene.register.accept(())
            gate.open()
            await stage.settled()
            #expect(scene.accounts.asked.count == 1)
            #expect(scene.registered.values.count == 1)
        }
    }
}

/// Accounts that answer as a test says.
final class SpokenRegistering: Registering {
    private let answer: @Sendable (Registration) async throws -> RegistrationAnswer
    private let log = Mutex<[Registration]>([])

    init(answer: @escaping @Sendable (Registration) async throws -> RegistrationAnswer) { self.answer = answer }

    var asked: [Registration] { log.withLock { $0 } }

    func register(_ registration: Registration) async throws -> RegistrationAnswer {
        log.withLock { $0.append(registration) }
        return try await answer(registration)
    }
}

private final class RegisterScene {
    let email = PublishRelay<String>()
    let password = PublishRelay<String>()
    let consent = PublishRelay<Bool>()
    let emailLeft = PublishRelay<Void>()
    let passwordLeft = PublishRelay<Void>()
    let register = PublishRelay<Void>()
    let emailLabel: Recording<EmailMessage?>
    let passwordLabel: Recording<PasswordFault?>
    let strength: Recording<PasswordStrength>
    let isRegistering: Recording<Bool>
    let errors: Recording<RegistrationErrors>
    let registered: Recording<Registered>
    let failed: Recording<RegistrationFailure>
    let accounts: SpokenRegistering
    private let held: RegisterViewModel

    init(_ stage: isolated Stage, _ accounts: SpokenRegistering) {
        self.accounts = accounts
        held = RegisterViewModel(accounts: accounts, scheduler: stage.scheduler, demo: nil)
        let output = held.transform(
            input: .init(
                emailTextField: email.asObservable(), passwordTextField: password.asObservable(),
                consent: consent.asObservable(), timeZone: .never(), emailLeft: emailLeft.asObservable(),
                passwordLeft: passwordLeft.asObservable(), register: register.asObservable()))
        emailLabel = stage.record(output.emailLabel)
        passwordLabel = stage.record(output.passwordLabel)
        strength = stage.record(output.passwordStrength)
        isRegistering = stage.record(output.isRegistering)
        errors = stage.record(output.fieldErrors)
        registered = stage.record(output.registered)
        failed = stage.record(output.failAlert)
    }

    func fill(_ email: String, _ password: String) {
        self.email.accept(email)
        self.password.accept(password)
        consent.accept(true)
    }
}
