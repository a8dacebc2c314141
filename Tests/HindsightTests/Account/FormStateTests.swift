import Foundation
import HindsightDomain
import Testing

@testable import Hindsight

/// The state of a form that is sent as a whole, without a page.
@Suite(.timeLimit(.minutes(15))) struct FormStateTests {
    private func sent(_ effects: [FormState<AccountValues>.Effect]) -> [AccountValues] {
        effects.compactMap { if case .send(let values) = $0 { values } else { nil } }
    }

    @Test func theRequestHasTheNewestContentOfEachField() {
        var state = FormState<AccountValues>()
        for text in ["mina@example.co", "mina@example.com"] {
            #expect(state.reduce(.changed { $0.email = text }).isEmpty)
        }
        _ = state.reduce(.changed { $0.password = "kx9$vq2m" })
        let values = sent(state.reduce(.sent { _ in }))
        #expect(values.map(\.email) == ["mina@example.com"] && values.map(\.password) == ["kx9$vq2m"])
    }

    @Test func aSecondTapDuringARequestIsIgnoredAndOneAfterItsAnswerIsNot() {
        var state = FormState<AccountValues>()
        #expect(sent(state.reduce(.sent { _ in })).count == 1)
        #expect(sent(state.reduce(.sent { _ in })).isEmpty)
        _ = state.reduce(.answered(.failure(FormRefusal(message: "no"))))
        #expect(sent(state.reduce(.sent { _ in })).count == 1)
    }

    @Test func aRefusalStaysUntilARequestSucceedsAndLosesNothingTyped() {
        var state = FormState<AccountValues>()
        _ = state.reduce(.changed { $0.email = "mina" })
        _ = state.reduce(.sent { _ in })
        let refusal = FormRefusal(fields: [.email: "no"])
        #expect(state.reduce(.answered(.failure(refusal))).isEmpty)
        _ = state.reduce(.changed { $0.email = "mina@example.com" })
        #expect(state.refusal == refusal && state.values.email == "mina@example.com")
        _ = state.reduce(.sent { _ in })
        #expect(state.refusal == refusal)
        _ = state.reduce(.answered(.success(FormAnswer(content: .mailed(heading: "sent", words: "look")))))
        #expect(state.refusal.isEmpty && state.content != nil)
    }

    @Test(arguments: [("end", nil), ("-1", nil), ("90", nil), ("1440", nil), ("0", 0), ("1380", 1380)])
    func theTimeOfAReminderIsAFullHourOfTheDay(text: String, minute: Int?) {
        var values = ReminderValues()
        values.ticked.week = true
        values.weekMinute = text
        #expect(values.choices?.weekMinute == minute)
        #expect(values.choices == nil || values.choices?.week == true)
    }
}

/// The state of a registration, without a page: which message appears when.
@Suite(.timeLimit(.minutes(15))) struct RegisterStateTests {
    private func waits(_ effects: [RegisterState.Effect]) -> [RegisterState.Field] {
        effects.compactMap { if case .wait(let field) = $0 { field } else { nil } }
    }

    private func filled() -> RegisterState {
        var state = RegisterState(demo: nil)
        _ = state.reduce(.email("mina@example.com"))
        _ = state.reduce(.password("kx9$vq2m"))
        _ = state.reduce(.consent(true))
        return state
    }

    @Test func aFieldThatIsLeftEmptySaysNothing() {
        var state = RegisterState(demo: nil)
        #expect(waits(state.reduce(.email("m"))).isEmpty)
        _ = state.reduce(.email(""))
        _ = state.reduce(.left(.email))
        #expect(state.email.shown == nil)
        _ = state.reduce(.email("m"))
        _ = state.reduce(.left(.email))
        #expect(state.email.shown == .fault(.hasNoAt))
    }

    @Test func eachKeyOfAFollowedFieldBeginsThePauseAnew() {
        var state = RegisterState(demo: nil)
        _ = state.reduce(.email("m"))
        _ = state.reduce(.left(.email))
        for text in ["mi", "mi@", "mi@e"] { #expect(waits(state.reduce(.email(text))) == [.email]) }
        #expect(state.email.shown == .fault(.hasNoAt))
        _ = state.reduce(.paused(.email))
        #expect(state.email.shown == .fault(.hasNoDomain))
    }

    @Test func theKeyThatCorrectsAnErrorRemovesItsMessageAndALatePauseBringsNothingBack() {
        var state = RegisterState(demo: nil)
        _ = state.reduce(.email("mi@e"))
        _ = state.reduce(.left(.email))
        #expect(waits(state.reduce(.email("mi@ex.com"))).isEmpty)
        #expect(state.email.shown == nil)
        _ = state.reduce(.paused(.email))
        #expect(state.email.shown == nil)
    }

    @Test func aSecondTapDuringARegistrationIsIgnored() {
        var state = filled()
        #expect(state.reduce(.register).count == 1 && state.isRegistering)
        #expect(state.reduce(.register).isEmpty)
        _ = state.reduce(.answered(.failure(AccountRefusal.busy)))
        #expect(!state.isRegistering && state.reduce(.register).count == 1)
    }

    @Test func aTakenAddressIsRefusedWithoutAskingAgain() throws {
        var state = filled()
        _ = state.reduce(.register)
        _ = state.reduce(.answered(.success(.taken(try EmailAddress("mina@example.com")))))
        #expect(state.errors == RegistrationErrors(email: .taken) && state.email.shown == .taken)
        let effects = state.reduce(.register)
        #expect(effects.count == 1 && !state.isRegistering)
        _ = state.reduce(.email("otto@example.com"))
        #expect(state.errors.isEmpty && state.email.shown == nil)
        _ = state.reduce(.register)
        #expect(state.isRegistering)
    }
}
