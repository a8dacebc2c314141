import HindsightDomain
import LiveSite

/// Text typed in the forms of the page. No slot observes it; it is read when a form is rendered for another reason, so
/// that typing never replaces the form that is being typed in.
struct TypedStep: Equatable {
    /// Idempotency key of the form that adds a step: the same title with the same key is added once.
    var key: String
    /// Text of the form that adds a step. ``titleKey`` is the key that the form had when the text was typed.
    @ExactText var title = ""
    var titleKey: String
    /// The step added last. If the user types before the answer arrives, the field still has this text in front of the
    /// next step's.
    var added: Added?
    @ExactText var editTitle = ""
    var time = ""
    var days: Set<Weekday> = []

    init(key: String) {
        self.key = key
        titleKey = key
    }

    struct Added: Equatable {
        /// The field's text when the step was added; ``key`` is the key that its form had.
        @ExactText var text: String
        var key: String
        /// The part of the text that was the step's title.
        @ExactText var title: String
    }

    /// Returns the title that a field's text stands for: the text without a part in front that was already added with
    /// the same key. The text that was added itself gives the same title again.
    func meant(_ text: String, key: String) -> String {
        guard let added, added.key == key, text.hasPrefix(added.text) else { return text }
        return text == added.text ? added.title : String(text.dropFirst(added.text.count))
    }

    /// The part of the title that hasn't been added yet.
    var left: String { added?.text == title && added?.key == titleKey ? "" : meant(title, key: titleKey) }

    /// Records that a text was added, and gives the form a new key for the next step.
    mutating func add(_ text: String, key: String) {
        added = Added(text: text, key: key, title: meant(text, key: key))
        self.key = String(Self.storeKey(key, text).prefix(16))
        // Text typed after it keeps its old key: inputs with that key may still arrive.
        if titleKey == key, left.isEmpty { (title, titleKey) = ("", self.key) }
    }

    /// The idempotency key that the store gets for adding a step, made from the form's key and the trimmed text: another
    /// text from the same form is another step.
    static func storeKey(_ key: String, _ text: String) -> String { FormKey.of(key, text.trimmedAtEnds) }

    /// Whether the form that edits a step differs from a saved step.
    func differs(from step: Step) -> Bool {
        editTitle != step.title || time != step.alarm.map(\.time) ?? "" || days != step.alarm?.days ?? []
    }

    mutating func begin(_ step: Step) {
        editTitle = step.title
        time = step.alarm.map(\.time) ?? ""
        days = step.alarm?.days ?? []
    }

    /// The alarm that is typed; nil for none or for one with errors.
    ///
    /// - Parameter faults: receives the errors of the time and the days.
    func alarm(_ faults: inout StepFaults) -> Alarm? {
        let time = time.trimmedAtEnds
        if time.isEmpty, days.isEmpty { return nil }
        let minute = Alarm.minute(of: time)
        if minute == nil { faults.time = time.isEmpty ? .missing : .unreadable }
        faults.daysMissing = days.isEmpty
        return minute.flatMap { Alarm(minute: $0, days: days) }
    }
}

extension Alarm {
    /// The time as the value of a time field: "07:30".
    var time: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The minute of the day for "07:30" or "07:30:00", whose seconds are ignored; nil for any other text.
    static func minute(of time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
