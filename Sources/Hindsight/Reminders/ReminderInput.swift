import HindsightDomain
import Live
import Streams

/// The inputs of the reminders' settings: several forms, one of which is sent at a time.
struct ReminderInput: FormInput {
    /// Value of the pressed button of the calendar: `make`, `renew` or `end`.
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
    /// ID of the browser to be removed.
    let remove: Observable<String>
    let test: Observable<Void>

    func feed(_ machine: Machine<FormState<ReminderValues>>) {
        machine.keep(steps, \.ticked.steps)
        machine.keep(ends, \.ticked.ends)
        machine.keep(week, \.ticked.week)
        machine.keep(weekMinute, \.weekMinute)
        machine.keep(endpoint, \.endpoint)
        machine.keep(publicKey, \.publicKey)
        machine.keep(authSecret, \.authSecret)
        let buttons = Observable<ReminderValues.Button>.merge(
            calendar.map { .calendar($0) }, save.map { .save }, subscribe.map { .subscribe },
            remove.map { .remove($0) },
            test.map { .test })
        machine.on(buttons) { button in .sent { $0.button = button } }
    }
}

/// Content of the fields of the reminders' settings, and the pressed button.
struct ReminderValues: FormValues {
    enum Button: Sendable {
        case calendar(String)
        case save, subscribe
        case remove(String)
        case test
    }

    /// The ticked boxes.
    var ticked = ReminderChoices()
    var weekMinute = ""
    var endpoint = ""
    var publicKey = ""
    var authSecret = ""
    var button: Button?

    /// The notifications to be sent; nil if the time is not a full hour, which the form can't send.
    var choices: ReminderChoices? {
        guard let minute = Int(weekMinute), minute.isMultiple(of: 60), (0..<1440).contains(minute) else { return nil }
        var choices = ticked
        choices.weekMinute = minute
        return choices
    }
}

/// The reasons for which a form was refused.
enum ReminderFault: Error, Hashable {
    case badSubscription, tooManyBrowsers, browserIsGone, unknownChoice
    /// No browser gets notifications yet.
    case noBrowsers
    /// A test is being sent, or the queue is full.
    case testNotSent
}
