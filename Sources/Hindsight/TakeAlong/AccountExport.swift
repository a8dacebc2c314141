import Foundation
import HTTPTypes
import Hummingbird

/// What a file of an account is like: each part of it is added to what waits to be sent.
protocol ExportFile: Sendable {
    var contentType: String { get }
    /// Without the dot.
    var nameExtension: String { get }
    /// Whether it says what has happened in the account, behind the goals.
    var hasLog: Bool { get }

    mutating func begin(_ account: AccountDetails, on now: Date, to piece: inout ByteBuffer) throws
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
    let goals: any GoalStore

    /// How much is read at once: goals, and entries of the log.
    private static let sliceSize = 100

    /// The file as an answer. When reading fails in the middle the connection breaks off, so that nobody takes what has come
    /// for all there is.
    ///
    /// - Parameter token: of the session that asked: when it is over, so is the file.
    /// - Throws: ``StoreError`` when the account can't be read.
    func response(
        _ file: some ExportFile = JSONExport(), to token: SecretToken, of account: AccountID, on now: Date
    ) async throws -> Response {
        guard let details = try await accounts.details(of: account) else { throw StoreError.notFound }
        let day = CalendarDate(now, in: details.timeZone ?? .utc)
        return Response(
            status: .ok,
            headers: [
                .contentType: file.contentType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"hindsight-\(day).\(file.nameExtension)\"",
            ],
            body: ResponseBody { writer in
                var file = file
                var pieces = Pieces()
                try file.begin(details, on: now, to: &pieces.waiting)
                try await write(goalsOf: account, to: token, in: &file, &pieces, &writer)
                try await write(weeksOf: account, to: token, in: &file, &pieces, &writer)
                if file.hasLog {
                    file.beginLog(to: &pieces.waiting)
                    try await write(logOf: account, to: token, in: &file, &pieces, &writer)
                }
                file.end(to: &pieces.waiting)
                try await pieces.flush(to: &writer)
                try await writer.finish(nil)
            })
    }

    private func write(
        goalsOf account: AccountID, to token: SecretToken, in file: inout some ExportFile, _ pieces: inout Pieces,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var number = 0
        var last: GoalID?
        repeat {
            // A store that answers at once would have the thread for itself until the whole file is sent.
            await Task.yield()
            try await expectSession(token)
            let slice = try await goals.wholeGoals(of: account, after: last, limit: Self.sliceSize)
            for goal in slice {
                number += 1
                try file.add(goal, number: number, to: &pieces.waiting)
                try await pieces.send(to: &writer)
            }
            last = slice.last?.goal.id
        } while last != nil
    }

    private func write(
        weeksOf account: AccountID, to token: SecretToken, in file: inout some ExportFile, _ pieces: inout Pieces,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var last: CalendarDate?
        repeat {
            try await expectSession(token)
            let slice = try await goals.weekNotes(of: account, after: last, limit: Self.sliceSize)
            for (week, note) in slice where !note.text.isEmpty {
                try file.add(note, of: week, to: &pieces.waiting)
                try await pieces.send(to: &writer)
            }
            last = slice.last?.week
        } while last != nil
    }

    private func write(
        logOf account: AccountID, to token: SecretToken, in file: inout some ExportFile, _ pieces: inout Pieces,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var last: AccountLogEntry.ID?
        repeat {
            try await expectSession(token)
            let slice = try await accounts.log(of: account, before: last, limit: Self.sliceSize)
            for entry in slice {
                try file.add(entry, to: &pieces.waiting)
                try await pieces.send(to: &writer)
            }
            last = slice.last?.id
        } while last != nil
    }

    /// An account that was deleted meanwhile would look like one that has no more goals.
    private func expectSession(_ token: SecretToken) async throws {
        guard try await accounts.session(token) != nil else { throw StoreError.notFound }
    }
}

/// The file as far as it has not been sent.
private struct Pieces {
    /// In bytes; more waits for the browser to take it.
    private static let size = 32 << 10

    var waiting = ByteBuffer()

    /// Sends what waits when it is enough.
    mutating func send(to writer: inout any ResponseBodyWriter) async throws {
        if waiting.readableBytes >= Self.size { try await flush(to: &writer) }
    }

    mutating func flush(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(waiting)
        waiting = ByteBuffer()
    }
}
