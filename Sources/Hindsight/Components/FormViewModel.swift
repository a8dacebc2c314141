import HindsightDomain
import Live
import LiveSite
import Streams

/// A form that is sent as a whole: its fields are collected, and one request at a time is made with them.
struct FormViewModel<Input: FormInput>: ViewModel {
    struct Output {
        let state: Property<FormState<Input.Values>>
        let fieldErrors: Driver<FormRefusal>
        /// The form succeeded, and another page is shown.
        let done: Signal<FormAnswer>
        /// The form succeeded, and the page stays.
        let shown: Signal<FormAnswer>
    }

    let scheduler: Scheduler
    let strings: Strings
    let perform: @Sendable (Input.Values) async throws -> FormAnswer
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(FormState<Input.Values>(), until: bag) { [scheduler, strings, perform] effect in
            switch effect {
            case .send(let values):
                .atOnce(
                    .perform(on: scheduler) { try await perform(values) },
                    then: { .answered($0.mapError { strings.refusal(of: $0) }) })
            case .answered: nil
            }
        }
        input.feed(machine)
        func answers(leaving: Bool) -> Signal<FormAnswer> {
            machine.signal { effect in
                if case .answered(let answer) = effect, (answer.address != nil) == leaving { answer } else { nil }
            }
        }
        return Output(
            state: machine.state, fieldErrors: machine.select(\.refusal), done: answers(leaving: true),
            shown: answers(leaving: false))
    }
}

/// The inputs of a form.
protocol FormInput {
    /// Content of the form's fields.
    associatedtype Values: FormValues

    /// Connects each input to the machine.
    func feed(_ machine: Machine<FormState<Values>>)
}

/// Content of a form's fields, initially empty.
protocol FormValues: Sendable {
    init()
}

/// State of a form that is sent as a whole. A tap while a request is in flight is ignored.
struct FormState<Values: FormValues>: MachineState {
    enum Event {
        /// A field changed.
        case changed((inout Values) -> Void)
        /// A button was pressed; the closure sets what it stands for.
        case sent((inout Values) -> Void)
        case answered(Result<FormAnswer, FormRefusal>)
    }

    enum Effect {
        case send(Values)
        case answered(FormAnswer)
    }

    private(set) var values = Values()
    /// The last request's refusal; empty if it succeeded.
    private(set) var refusal = FormRefusal()
    /// The last success's content for this page.
    private(set) var content: FormContent?
    private var isSending = false

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .changed(let change):
            change(&values)
            return []
        case .sent(let change):
            guard !isSending else { return [] }
            change(&values)
            isSending = true
            return [.send(values)]
        case .answered(.success(let answer)):
            (isSending, refusal, content) = (false, FormRefusal(), answer.content)
            return [.answered(answer)]
        case .answered(.failure(let refusal)):
            (isSending, self.refusal) = (false, refusal)
            return []
        }
    }
}

extension Machine {
    /// Keeps the newest element of an Input in a field of the form.
    func keep<Values, Value>(_ input: Observable<Value>, _ field: WritableKeyPath<Values, Value>)
    where State == FormState<Values> {
        on(input) { value in .changed { $0[keyPath: field] = value } }
    }
}

/// A field of a form. The raw value is its name.
enum FormField: String, Hashable, Sendable {
    case email, password, newPassword, displayName, language, theme, timeZone, weekStart, remember
    case handle, visibility
}

/// The answer to a form that succeeded.
struct FormAnswer: Sendable {
    /// Address of the next page; nil stays on this one, which shows ``content``.
    var address: String?
    /// Flash message for the next page.
    var flash: String?
    /// Content that replaces the form or a part of it.
    var content: FormContent?
    var cookies: [PageCookie] = []
    /// Logins that have ended.
    var ended: [String] = []
}

/// Content that replaces a form, or a part of it, after it succeeded.
enum FormContent: Sendable {
    /// A mail was sent, if the address has an account.
    case mailed(heading: String, words: String)
    /// A form that was sent without being signed in, to be sent again.
    case kept(Visit.KeptForm, token: String)
    /// Path of the private calendar, shown this once, and the settings with it.
    case calendar(path: String, ReminderSettings)
}

/// An error for which a form is refused; any other is shown as a failure of the server.
protocol RefusalReason: Error {
    func refusal(in strings: Strings) -> FormRefusal
}

/// The errors that a refused form shows, and the status of its answer.
struct FormRefusal: RefusalReason, Hashable {
    /// Error messages of fields.
    var fields: [FormField: String] = [:]
    /// Error message of the whole form.
    var message: String?
    /// HTTP status of the answer.
    var status = 422
    /// Time until the next try; nil when it is not known.
    var retryAfter: Duration?

    var isEmpty: Bool { fields.isEmpty && message == nil }

    func refusal(in strings: Strings) -> FormRefusal { self }
}

extension Page {
    /// Carries out a form's answer: status, cookies, ended logins and redirect.
    func answers<Input>(_ output: FormViewModel<Input>.Output) {
        status(on: output.fieldErrors, retryAfter: \.retryAfter) { $0.isEmpty ? nil : $0.status }
        setCookies(on: output.done) { $0.cookies }
        setCookies(on: output.shown) { $0.cookies }
        endPages(on: output.done) { $0.ended }
        endPages(on: output.shown) { $0.ended }
        redirect(on: output.done, flash: { $0.flash }, to: { $0.address })
    }
}

extension Strings {
    /// Returns the refusal that an error becomes.
    func refusal(of error: any Error) -> FormRefusal {
        (error as? any RefusalReason)?.refusal(in: self) ?? FormRefusal(message: formFailed, status: 503)
    }

    /// Returns the element that shows a field's error.
    func error(of field: FormField, _ errors: Driver<FormRefusal>) -> Slot {
        let id = field.rawValue
        return errors.slot(part: "\(id)-error", "p", FieldRow.errorAttributes(id)) { refusal in
            refusal.fields[field].map { "\($0)" } ?? ""
        }
    }

    /// Returns the error summary of a form; empty if it was not refused.
    func summary(of refusal: FormRefusal) -> HTML {
        if let message = refusal.message {
            return "<div class='notice alert' role='alert' id='alert' tabindex='-1' autofocus><p>\(message)</p></div>"
        }
        let places = refusal.fields.sorted { $0.key.rawValue < $1.key.rawValue }
        return ErrorSummary(strings: self, errors: places.map { (id: $0.key.rawValue, words: $0.value) }).html
    }
}
