import Foundation
import GRDB

/// A stored row that the app can't read: the file was changed by something else, or by a later version.
struct UnreadableRow: Error, CustomStringConvertible {
    let table: String

    var description: String { "A row of table '\(table)' can't be read." }
}

extension CompletedGoal {
    init(_ row: Row) throws {
        guard let id = Int64.fromDatabaseValue(row["id"]),
            let title = StoredText.fromDatabaseValue(row["title"]),
            let startDate = CalendarDate.fromDatabaseValue(row["startDate"]),
            let endDate = CalendarDate.fromDatabaseValue(row["endDate"]),
            let box = Box.fromDatabaseValue(row["status"]),
            let reminderEnabled = Bool.fromDatabaseValue(row["reminderEnabled"]),
            let color = Jewel.Color.fromDatabaseValue(row["jewelColor"]),
            let shape = Jewel.Shape.fromDatabaseValue(row["jewelShape"]),
            let completedAt = StoredTime.fromDatabaseValue(row["completedAt"]),
            let hasReview = Bool.fromDatabaseValue(row["hasReview"])
        else { throw UnreadableRow(table: "goal") }
        self.init(
            goal: Goal(
                id: GoalID(id),
                title: title.text,
                startDate: startDate,
                endDate: endDate,
                box: box,
                reminderEnabled: reminderEnabled
            ),
            jewel: Jewel(color: color, shape: shape),
            completedAt: completedAt.date,
            hasReview: hasReview
        )
    }
}

extension Review {
    init(_ row: Row) throws {
        func text(_ column: String) throws -> String {
            guard let stored = StoredText.fromDatabaseValue(row[column]) else { throw UnreadableRow(table: "review") }
            return stored.text
        }
        guard let style = ReviewStyle.fromDatabaseValue(row["style"]),
            let level = Level.fromDatabaseValue(row["level"]),
            let writtenAt = StoredTime.fromDatabaseValue(row["writtenAt"])
        else { throw UnreadableRow(table: "review") }
        let body: ReviewContent.Body =
            switch style {
            case .guided:
                .guided(
                    GuidedAnswers(
                        liked: try text("liked"),
                        lacked: try text("lacked"),
                        learned: try text("learned"),
                        longedFor: try text("longedFor")
                    )
                )
            case .free: .free(try text("text"))
            }
        self.init(
            content: ReviewContent(body: body, level: level),
            writtenAt: writtenAt.date,
            editedAt: StoredTime.fromDatabaseValue(row["editedAt"])?.date
        )
    }
}

extension ReviewDraft {
    init(_ row: Row) throws {
        guard let style = ReviewStyle.fromDatabaseValue(row["style"]) else {
            throw UnreadableRow(table: "reviewDraft")
        }
        self.init(style: style, level: Level.fromDatabaseValue(row["level"]))
        for field in ReviewField.allCases {
            guard let stored = StoredText.fromDatabaseValue(row[field.rawValue]) else {
                throw UnreadableRow(table: "reviewDraft")
            }
            self[field] = stored.text
        }
    }
}
