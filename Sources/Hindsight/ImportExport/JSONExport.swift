import Foundation
import HindsightDomain
import Hummingbird
import Live

/// All that is in an account, for programs:
///
/// ```json
/// {"format":"hindsight","version":1,"exportedAt":"2026-11-22T08:30:00.000Z",
/// "account":{"createdAt":"…","email":"a@example.org","isEmailConfirmed":true,"timeZone":"Asia/Seoul"},
/// "goals":[
/// {"completedAt":"…","createdAt":"…","draft":{"liked":"…","style":"guided"},"endDate":"2026-02-03","id":1,
///  "jewel":{"color":"pink","shape":"heart"},"reminderEnabled":false,
///  "review":{"level":4,"style":"free","text":"…","writtenAt":"…"},"startDate":"2026-01-02","status":"completed","title":"…",
///  "uid":"6F1E…"}
/// ],
/// "weeks":[
/// {"answer":"…","question":3,"week":"2026-11-16"}
/// ],
/// "log":[
/// {"address":"192.0.2.7","agent":"…","date":"…","event":"signedIn"}
/// ]}
/// ```
///
/// A goal's number is its own within the file only, counted from 1; its `uid` is its own everywhere, also in an account to
/// which it was brought. Goals come in the order in which they were made. A week is known by its first day, its question by its
/// number. Texts are as they are stored, days and times as ISO 8601, times with milliseconds and in UTC. What there isn't
/// is left out: `completedAt` and `jewel` are a completed goal's, `putAwayAt` is a stored one's, `doneOn` a step's that
/// was ticked, `day` that of a step with a day by which it is meant to be done, and `firstStartDate` that of a goal which
/// was taken up again with another start; a goal without an end has no `endDate`. A goal on its
/// owner's page has `shared`: `goal`, or `goalAndReview` for its review as well. `handle` is the name of that page, which is seen
/// by `followers` or by `everyone`, as `pageVisibility` says; `follows` has the handles of those whom the account follows. Members
/// may be added to a version; what would be misread without them makes another version.
struct JSONExport: ExportFile {
    let contentType = "application/json; charset=utf-8"
    let nameExtension = "json"
    let hasLog = true

    private var isFirst = true
    private var hasWeeks = false
    private let encoder = JSONEncoder()

    init() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Self.text(of: date))
        }
    }

    /// Foundation's own format cuts the milliseconds that a binary fraction falls short of, and has another calendar before
    /// 1582.
    static func text(of date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let days = (milliseconds / 86_400_000).rounded(.down)
        let ofDay = Int(milliseconds - days * 86_400_000)
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
        }
        let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { digits($0, 2) }
        let day = CalendarDate(daysSince1970: Int(days))
        return "\(day)T\(time.joined(separator: ":")).\(digits(ofDay % 1000, 3))Z"
    }

    mutating func begin(
        _ account: AccountDetails, followed: [String], on now: Date, to piece: inout ByteBuffer
    ) throws {
        piece.writeString(
            """
            {"format":"hindsight","version":1,"exportedAt":"\(Self.text(of: now))",
            "account":
            """)
        piece.writeBytes(try encoder.encode(ExportedAccount(account, followed: followed)))
        piece.writeString(",\n\"goals\":[")
        isFirst = true
    }

    mutating func add(_ goal: WholeGoal, number: Int, to piece: inout ByteBuffer) throws {
        try add(FileGoal(goal, number: number), to: &piece)
    }

    mutating func add(_ note: WeekNote, of week: CalendarDate, to piece: inout ByteBuffer) throws {
        if !hasWeeks { piece.writeString("\n],\n\"weeks\":[") }
        if !hasWeeks { (hasWeeks, isFirst) = (true, true) }
        try add(
            FileWeek(week: week.description, question: note.question, answer: note.text), to: &piece)
    }

    mutating func beginLog(to piece: inout ByteBuffer) {
        piece.writeString("\n],\n\"log\":[")
        isFirst = true
    }

    mutating func add(_ entry: AccountLogEntry, to piece: inout ByteBuffer) throws {
        try add(ExportedEntry(entry), to: &piece)
    }

    mutating func end(to piece: inout ByteBuffer) { piece.writeString("\n]}\n") }

    /// Adds an element to the list that was begun.
    private mutating func add(_ element: some Encodable, to piece: inout ByteBuffer) throws {
        piece.writeString(isFirst ? "\n" : ",\n")
        isFirst = false
        piece.writeBytes(try encoder.encode(element))
    }
}

private struct ExportedAccount: Encodable {
    let email: String?
    let isEmailConfirmed: Bool
    let displayName: String?
    let language: Language?
    let theme: Theme?
    let timeZone: String?
    let weekStart: WeekStart?
    let handle: String?
    /// Decides who can see the account's page; nil without a handle.
    let pageVisibility: PageVisibility?
    /// Handles of those whom the account follows; nil for none.
    let follows: [String]?
    let createdAt: Date

    init(_ details: AccountDetails, followed: [String]) {
        email = details.email
        isEmailConfirmed = details.isEmailConfirmed
        displayName = details.displayName
        language = details.language
        theme = details.theme
        timeZone = details.timeZone?.rawValue
        weekStart = details.weekStart
        handle = details.handle?.description
        pageVisibility = details.handle == nil ? nil : details.pageVisibility
        follows = followed.isEmpty ? nil : followed
        createdAt = details.createdAt
    }
}

private struct ExportedEntry: Encodable {
    let event: String
    let date: Date
    let address: String
    let agent: String

    init(_ entry: AccountLogEntry) {
        event = entry.event.rawValue
        date = entry.date
        address = entry.client.address
        agent = entry.client.agent
    }
}
