import Foundation
import HindsightDomain
import Live

/// A notification.
struct PushMessage: Hashable, Sendable {
    /// Content that the browser's worker shows; see `worker.js`.
    struct Content: Hashable, Sendable, Encodable {
        var title: String
        var body: String
        /// Address on this site that a click opens.
        var url: String
        /// A later one of the same takes its place.
        var tag: String
        var language: String
    }

    /// Urgency of the delivery (RFC 8030, 5.3).
    enum Urgency: String, Sendable {
        case normal, high
    }

    var content: Content
    /// After that it is of no use any more.
    var expiresAt: Date
    var urgency = Urgency.normal

    /// Returns the plaintext to be encrypted.
    func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(content)
    }
}

extension PushMessage {
    /// The message of a reminder.
    init(_ reminder: Reminder, at moment: Date, in strings: Strings) {
        let (title, body, url, tag): (String, String, String, String)
        let lifetime: TimeInterval
        switch reminder {
        case .step(let goal, let step, let name, let goalTitle):
            (title, body, url, tag) = (name, goalTitle, Routes.goal.path(goal), "step-\(step)")
            lifetime = 2 * 3600
        case .end(let goal, let name):
            (title, body, url, tag) = (strings.lastDayTitle, name, Routes.goal.path(goal), "end-\(goal)")
            lifetime = 12 * 3600
        case .week(let day):
            (title, body, tag) = (strings.weekTitle, strings.weekBody, "week")
            url = "\(Routes.weeks.path())/\(day)"
            lifetime = 24 * 3600
        }
        self.init(
            content: Content(title: title, body: body, url: url, tag: tag, language: strings.language.rawValue),
            expiresAt: moment + lifetime)
        if case .step = reminder { urgency = .high }
    }

    /// One that shows that messages come.
    static func test(in strings: Strings, at now: Date) -> PushMessage {
        PushMessage(
            content: Content(
                title: strings.testTitle, body: strings.testBody, url: Routes.reminders.path(), tag: "test",
                language: strings.language.rawValue),
            expiresAt: now + 300, urgency: .high)
    }
}
