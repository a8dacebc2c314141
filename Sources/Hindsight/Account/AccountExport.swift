import Foundation
import HTTPTypes
import Hummingbird
import Live

/// All that is in an account, as a file of JSON that is written while it is read:
///
/// ```json
/// {"format":"hindsight","version":1,"exportedAt":"2026-11-22T08:30:00.000Z",
/// "account":{"createdAt":"…","email":"a@example.org","isEmailConfirmed":true,"timeZone":"Asia/Seoul"},
/// "goals":[
/// {"completedAt":"…","createdAt":"…","draft":{"liked":"…","style":"guided"},"endDate":"2026-02-03","id":1,
///  "jewel":{"color":"pink","shape":"heart"},"reminderEnabled":false,
///  "review":{"level":4,"style":"free","text":"…","writtenAt":"…"},"startDate":"2026-01-02","status":"completed","title":"…"}
/// ],
/// "log":[
/// {"address":"192.0.2.7","agent":"…","date":"…","event":"signedIn"}
/// ]}
/// ```
///
/// A goal's number is its own within the file only, counted from 1; goals come in the order in which they
/// were made. Texts are as they are stored, days and times as ISO 8601, times with milliseconds and in UTC. What there
/// isn't is left out. Members may be added to a version; what would be misread without them makes another version.
struct AccountExport: Sendable {
    let accounts: any AccountStore
    let goals: any GoalStore

    /// How much is read at once: goals, and entries of the log.
    private static let sliceSize = 100

    /// The file as an answer. When reading fails in the middle the connection breaks off, so that nobody takes what has come
    /// for all there is.
    ///
    /// - Parameter token: of the session that asked: when it is over, so is the file.
    /// - Throws: ``StoreError`` when the account can't be read.
    func response(to token: SecretToken, of account: AccountID, on now: Date) async throws -> Response {
        guard let details = try await accounts.details(of: account) else { throw StoreError.notFound }
        let day = CalendarDate(now, in: details.timeZone ?? .utc)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"hindsight-\(day).json\"",
            ],
            body: ResponseBody { writer in
                var file = ExportFile()
                try file.begin(ExportedAccount(details), on: now)
                try await write(goalsOf: account, to: token, in: &file, &writer)
                try file.beginLog()
                try await write(logOf: account, to: token, in: &file, &writer)
                file.end()
                try await file.flush(to: &writer)
                try await writer.finish(nil)
            })
    }

    private func write(
        goalsOf account: AccountID, to token: SecretToken, in file: inout ExportFile,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var number = 0
        var last: GoalID?
        repeat {
            try await expectSession(token)
            let slice = try await goals.wholeGoals(of: account, after: last, limit: Self.sliceSize)
            for goal in slice {
                number += 1
                try await file.add(ExportedGoal(goal, number: number), to: &writer)
            }
            last = slice.last?.goal.id
        } while last != nil
    }

    private func write(
        logOf account: AccountID, to token: SecretToken, in file: inout ExportFile,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var last: AccountLogEntry.ID?
        repeat {
            try await expectSession(token)
            let slice = try await accounts.log(of: account, before: last, limit: Self.sliceSize)
            for entry in slice { try await file.add(ExportedEntry(entry), to: &writer) }
            last = slice.last?.id
        } while last != nil
    }

    /// An account that was deleted meanwhile would look like one that has no more goals.
    private func expectSession(_ token: SecretToken) async throws {
        guard try await accounts.session(token) != nil else { throw StoreError.notFound }
    }
}

/// The file as far as it has not been sent.
private struct ExportFile {
    /// In bytes; more waits for the browser to take it.
    private static let pieceSize = 32 << 10

    private var piece = ByteBuffer()
    private var isFirst = true
    private let encoder = JSONEncoder()

    init() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Self.text(of: date))
        }
    }

    /// Foundation's own format cuts the milliseconds that a binary fraction falls short of.
    private static func text(of date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let seconds = (milliseconds / 1000).rounded(.down)
        let fraction = String(Int(milliseconds - seconds * 1000) + 1000).dropFirst()
        return "\(Date(timeIntervalSince1970: seconds).formatted(.iso8601).dropLast()).\(fraction)Z"
    }

    mutating func begin(_ account: ExportedAccount, on now: Date) throws {
        piece.writeString(
            """
            {"format":"hindsight","version":1,"exportedAt":"\(Self.text(of: now))",
            "account":
            """)
        piece.writeBytes(try encoder.encode(account))
        piece.writeString(",\n\"goals\":[")
        isFirst = true
    }

    mutating func beginLog() throws {
        piece.writeString("\n],\n\"log\":[")
        isFirst = true
    }

    mutating func end() { piece.writeString("\n]}\n") }

    /// Adds an element to the list that was begun.
    mutating func add(_ element: some Encodable, to writer: inout any ResponseBodyWriter) async throws {
        piece.writeString(isFirst ? "\n" : ",\n")
        isFirst = false
        piece.writeBytes(try encoder.encode(element))
        if piece.readableBytes >= Self.pieceSize { try await flush(to: &writer) }
    }

    mutating func flush(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(piece)
        piece = ByteBuffer()
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
    let createdAt: Date

    init(_ details: AccountDetails) {
        email = details.email
        isEmailConfirmed = details.isEmailConfirmed
        displayName = details.displayName
        language = details.language
        theme = details.theme
        timeZone = details.timeZone?.rawValue
        weekStart = details.weekStart
        createdAt = details.createdAt
    }
}

private struct ExportedGoal: Encodable {
    let id: Int
    let title: String
    let startDate: String
    let endDate: String
    let status: Box
    let reminderEnabled: Bool
    let jewel: Jewel?
    let completedAt: Date?
    let completedOn: String?
    let createdAt: Date
    let steps: [ExportedStep]?
    let review: ExportedReview?
    let draft: [String: String]?

    init(_ whole: WholeGoal, number: Int) {
        id = number
        title = whole.goal.title
        startDate = whole.goal.startDate.description
        endDate = whole.goal.endDate.description
        status = whole.goal.box
        reminderEnabled = whole.goal.reminderEnabled
        jewel = whole.jewel
        completedAt = whole.completedAt
        completedOn = whole.completedOn?.description
        steps =
            whole.steps.isEmpty ? nil : whole.steps.sorted { $0.id < $1.id }.map(ExportedStep.init)
        createdAt = whole.createdAt
        review = whole.review.map(ExportedReview.init)
        draft =
            whole.draft.isEmpty
            ? nil : Dictionary(uniqueKeysWithValues: whole.draft.map { ($0.key.rawValue, $0.value) })
    }
}

private struct ExportedStep: Encodable {
    struct Alarm: Encodable {
        /// Hours and minutes: "07:30".
        let time: String
        /// As ISO 8601 counts them: Monday is 1.
        let days: [Int]
    }

    let title: String
    let place: Int
    let isDone: Bool
    let alarm: Alarm?

    init(_ step: Step) {
        title = step.title
        place = step.place
        isDone = step.isDone
        alarm = step.alarm.map { alarm in
            let (hours, minutes) = (String(100 + alarm.minute / 60), String(100 + alarm.minute % 60))
            return Alarm(
                time: "\(hours.dropFirst()):\(minutes.dropFirst())", days: alarm.days.map(\.rawValue).sorted())
        }
    }
}

private struct ExportedReview: Encodable {
    let style: ReviewStyle
    let liked: String?
    let lacked: String?
    let learned: String?
    let longedFor: String?
    let text: String?
    let level: Level
    let writtenAt: Date
    let editedAt: Date?

    init(_ review: Review) {
        let content = review.content
        func text(_ field: ReviewField) -> String? { field.style == content.style ? content.draft[field] : nil }
        style = content.style
        liked = text(.liked)
        lacked = text(.lacked)
        learned = text(.learned)
        longedFor = text(.longedFor)
        self.text = text(.text)
        level = content.level
        writtenAt = review.writtenAt
        editedAt = review.editedAt
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
