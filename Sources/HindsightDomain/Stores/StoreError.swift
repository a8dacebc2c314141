/// An error of a store. ``code`` and ``message`` name no title, answer or other private text and can be logged.
package enum StoreError: Error, Sendable {
    /// The owner has no such goal, or no such review: another owner's, a deleted one and one that never was look alike.
    case notFound
    /// The goal has a review already: this one. Nothing was changed.
    case alreadyReviewed(Review)
    /// The deletion can't be undone any more, since the time to undo is over.
    case nothingToRestore
    /// The basis of the save has changed since; this is the current state. Nothing was changed.
    case overtaken(GoalReview)
    /// A goal starts after it ends. Nothing was changed.
    case startsAfterEnd
    /// A goal ends before the owner's today, and is not finished. Nothing was changed.
    case endsInPast
    /// A goal that is finished ends after the owner's today. Nothing was changed.
    case endsInFuture
    /// The goal's box doesn't allow it: this is the goal. Nothing was changed.
    case wrongBox(GoalDetail)
    /// The goal has as many steps as a goal can have. Nothing was changed.
    case tooManySteps
    /// The step was ticked at least that many times already: this often. Nothing was changed.
    case tickedOften(Int)
    /// The goal has steps, so it is completed by ticking them: this is the goal. Nothing was changed.
    case hasSteps(GoalDetail)
    /// The goal's own fields were changed since they were read: this is the goal now. Nothing was changed.
    case changedSince(GoalDetail)
    /// The answer to a week's question was changed since it was read: this is it now. Nothing was changed.
    case noteChanged(WeekNote)
    /// The database did not answer or refused; the cause is for the log, not for the person. Trying again may help.
    /// An error reported by SQLite is an ``SQLiteFailure``.
    case unavailable(any Error)

    /// A short, stable name.
    package enum Code: String, Sendable {
        /// The case of ``StoreError`` with the same name.
        case notFound, alreadyReviewed, nothingToRestore, overtaken, startsAfterEnd, endsInPast, endsInFuture, wrongBox
        /// The case of ``StoreError`` with the same name.
        case tooManySteps, tickedOften, hasSteps, changedSince, noteChanged, unavailable
    }

    /// The case without its associated values.
    package var code: Code {
        switch self {
        case .notFound: .notFound
        case .alreadyReviewed: .alreadyReviewed
        case .nothingToRestore: .nothingToRestore
        case .overtaken: .overtaken
        case .startsAfterEnd: .startsAfterEnd
        case .endsInPast: .endsInPast
        case .endsInFuture: .endsInFuture
        case .wrongBox: .wrongBox
        case .tooManySteps: .tooManySteps
        case .tickedOften: .tickedOften
        case .hasSteps: .hasSteps
        case .changedSince: .changedSince
        case .noteChanged: .noteChanged
        case .unavailable: .unavailable
        }
    }

    /// Description in English, for logs.
    package var message: String {
        switch self {
        case .notFound: "There is no such goal or review."
        case .alreadyReviewed: "The goal has a review already."
        case .nothingToRestore: "What was deleted can no longer be restored."
        case .overtaken: "The review was changed since it was read."
        case .startsAfterEnd: "A goal can't start after it ends."
        case .endsInPast: "A goal that is not finished can't end before today."
        case .endsInFuture: "A goal that is finished can't end after today."
        case .wrongBox: "The goal's box doesn't allow it."
        case .tooManySteps: "The goal has nine steps already."
        case .tickedOften: "The step was ticked at least that many times already."
        case .hasSteps: "A goal with steps is completed by ticking them."
        case .changedSince: "The goal was changed since it was read."
        case .noteChanged: "The answer was changed since it was read."
        case .unavailable: "The database is not available."
        }
    }

    /// The error beneath, if there is one.
    package var cause: (any Error)? {
        if case .unavailable(let error) = self { error } else { nil }
    }

    /// SQLite's result code, as 5 for `SQLITE_BUSY` and 13 for `SQLITE_FULL`, when SQLite is the cause.
    package var sqliteCode: Int32? { (cause as? SQLiteFailure)?.code }

    /// SQLite's extended result code, when SQLite is the cause; see ``SQLiteFailure/extendedCode``.
    package var sqliteExtendedCode: Int32? { (cause as? SQLiteFailure)?.extendedCode }
}

extension StoreError: CustomStringConvertible {
    /// The code, the message and the cause, for logs.
    package var description: String {
        cause.map { "\(code.rawValue): \(message) (\($0))" } ?? "\(code.rawValue): \(message)"
    }
}

/// An error reported by SQLite: its code and message, without the statement's arguments or any other private text.
package struct SQLiteFailure: Error, Hashable, Sendable {
    /// The extended result code (<https://www.sqlite.org/rescode.html>), as 778 for an I/O error while writing; the
    /// same as ``code`` when there is nothing to add.
    package let extendedCode: Int32
    /// As "database or disk is full".
    package let message: String

    package init(extendedCode: Int32, message: String) {
        self.extendedCode = extendedCode
        self.message = message
    }

    /// The result code: the lowest byte of ``extendedCode``.
    package var code: Int32 { extendedCode & 0xFF }

    private static let names = [
        "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR",
        "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH",
        "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING",
    ]
}

extension SQLiteFailure: CustomStringConvertible {
    /// As "SQLITE_FULL 13: database or disk is full" and "SQLITE_IOERR 10, extended 778: disk I/O error".
    package var description: String {
        let name = Self.names.indices.contains(Int(code)) ? "SQLITE_\(Self.names[Int(code)])" : "SQLite"
        return "\(name) \(code)\(extendedCode == code ? "" : ", extended \(extendedCode)"): \(message)"
    }
}
