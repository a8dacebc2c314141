import Foundation
import HTTPTypes
import HindsightDomain
import Hummingbird
import LiveHTTP

/// A format of an account's file: it writes each part to the buffer to be sent.
protocol ExportFile: Sendable {
    var contentType: String { get }
    /// Without the dot.
    var nameExtension: String { get }
    /// Whether it says what has happened in the account, behind the goals.
    var hasLog: Bool { get }

    /// - Parameter followed: handles of those whom the account follows.
    mutating func begin(
        _ account: AccountDetails, followed: [String], on now: Date, to piece: inout ByteBuffer) throws
    mutating func add(_ goal: WholeGoal, number: Int, to piece: inout ByteBuffer) throws
    /// An answer to the question of a week, behind the goals. An empty one is none.
    mutating func add(_ note: WeekNote, of week: CalendarDate, to piece: inout ByteBuffer) throws
    mutating func beginLog(to piece: inout ByteBuffer)
    mutating func add(_ entry: AccountLogEntry, to piece: inout ByteBuffer) throws
    mutating func end(to piece: inout ByteBuffer)
}

/// All that is in an account, as a file that is written while it is read: as ``JSONExport`` or ``MarkdownExport``.
struct AccountExport: Sendable {
    let accounts: any AccountStore
    let goals: any GoalFileStore & FollowStore
    let work: WorkQueue

    /// Time limit of a piece, including its wait in the queue. It is a few milliseconds of work.
    private static let pieceLimit = Duration.seconds(30)

    /// The file as an answer. Each piece is a job of its own, so a slow reader takes no place in the queue. When reading fails
    /// in the middle, the connection breaks off, so that nobody takes what has come for all there is.
    ///
    /// - Parameter token: of the session that asked: when it is over, so is the file.
    /// - Throws: ``StoreError`` when the account can't be read; `WorkQueue.Refusal` when there is too much to do.
    func response(
        _ file: some ExportFile = JSONExport(), to token: SecretToken, of account: AccountID, on now: Date
    ) async throws -> Response {
        guard let details = try await accounts.details(of: account) else { throw StoreError.notFound }
        let day = CalendarDate(now, in: details.timeZone ?? .utc)
        let followed = try await goals.followedHandles(of: account)
        var begun = try ExportPieces(
            file, of: account, details, followed: followed, to: token, on: now, accounts, goals)
        let first = try await next(of: &begun)
        return Response(
            status: .ok,
            headers: [
                .contentType: file.contentType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"hindsight-\(day).\(file.nameExtension)\"",
            ],
            body: ResponseBody { [begun] writer in
                var (pieces, piece) = (begun, first)
                while let ready = piece {
                    try await writer.write(ready)
                    piece = try await next(of: &pieces)
                }
                try await writer.finish(nil)
            })
    }

    private func next(of pieces: inout ExportPieces<some ExportFile>) async throws -> ByteBuffer? {
        try await work.run(for: pieces.account.description, within: Self.pieceLimit) { job in
            try await pieces.next(job)
        }
    }
}

/// Reads an account and writes its file, a piece at a time.
private struct ExportPieces<File: ExportFile>: Sendable {
    /// Parts of the file, in their order.
    private enum Part { case goals, weeks, log, end, over }

    /// Number of goals, weeks or log entries that are read at once.
    private static var sliceSize: Int { 100 }
    /// The least size of a piece but the last, in bytes. The next is written when the browser has taken it.
    private static var size: Int { 32 << 10 }

    let account: AccountID
    private let token: SecretToken
    private let accounts: any AccountStore
    private let store: any GoalFileStore & FollowStore
    private var file: File
    private var piece = ByteBuffer()
    private var part = Part.goals
    private var number = 0
    // Rows that were read and are not written yet, and the last row read.
    private var goals: ArraySlice<WholeGoal> = []
    private var lastGoal: GoalID?
    private var weeks: ArraySlice<(week: CalendarDate, note: WeekNote)> = []
    private var lastWeek: CalendarDate?
    private var entries: ArraySlice<AccountLogEntry> = []
    private var lastEntry: AccountLogEntry.ID?

    init(
        _ file: File, of account: AccountID, _ details: AccountDetails, followed: [String], to token: SecretToken,
        on now: Date, _ accounts: any AccountStore, _ store: any GoalFileStore & FollowStore
    ) throws {
        (self.file, self.account, self.token) = (file, account, token)
        (self.accounts, self.store) = (accounts, store)
        try self.file.begin(details, followed: followed, on: now, to: &piece)
    }

    /// The next piece; nil behind the last.
    mutating func next(_ job: WorkQueue.Job) async throws -> ByteBuffer? {
        while part != .over, piece.readableBytes < Self.size {
            try await add()
            try await job.checkpoint()
        }
        defer { piece = ByteBuffer() }
        return piece.readableBytes > 0 ? piece : nil
    }

    /// Writes the next element, or reads the next slice.
    private mutating func add() async throws {
        switch part {
        case .goals:
            if let goal = goals.popFirst() {
                number += 1
                return try file.add(goal, number: number, to: &piece)
            }
            try await expectSession()
            goals = try await store.wholeGoals(of: account, after: lastGoal, limit: Self.sliceSize)[...]
            lastGoal = goals.last?.goal.id
            if goals.isEmpty { part = .weeks }
        case .weeks:
            if let (week, note) = weeks.popFirst() {
                if !note.text.isEmpty { try file.add(note, of: week, to: &piece) }
                return
            }
            try await expectSession()
            weeks = try await store.weekNotes(of: account, after: lastWeek, limit: Self.sliceSize)[...]
            lastWeek = weeks.last?.week
            guard weeks.isEmpty else { return }
            part = file.hasLog ? .log : .end
            if file.hasLog { file.beginLog(to: &piece) }
        case .log:
            if let entry = entries.popFirst() { return try file.add(entry, to: &piece) }
            try await expectSession()
            entries = try await accounts.log(of: account, before: lastEntry, limit: Self.sliceSize)[...]
            lastEntry = entries.last?.id
            if entries.isEmpty { part = .end }
        case .end:
            file.end(to: &piece)
            part = .over
        case .over: break
        }
    }

    /// An account that was deleted meanwhile would look like one that has no more goals.
    private func expectSession() async throws {
        guard try await accounts.session(token) != nil else { throw StoreError.notFound }
    }
}
