import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Hindsight

/// What dear texts cost at doors, beside plain letters of the same size.
///
/// ### The rule
/// A byte of any text costs at most ``ratio`` times what a byte of plain letters costs at the same door. The cost of a
/// text is what its request costs more than the same request with one letter. Letters count for no less than it takes to
/// read a byte, and no more than ``letter`` says: a door at which they are dear is no excuse.
actor CostTable {
    static let ratio = 20.0
    /// What a letter counts for at least and at most, in instructions.
    static let letter = 100.0...400.0
    /// What a page may cost more or less from one time to the next, in instructions.
    private static let slack = 5_000_000.0
    /// The most for plain letters, and for what can't be compared: a few seconds.
    static let budget = 10_000_000_000.0
    /// After so many texts for which the server had to be killed, the rest would tell nothing new.
    private static let mostKills = 60

    private struct Row {
        let door: String
        let text: String
        /// In instructions a byte; nil for what was killed.
        let cost: Double?
        let plain: Double
        let limit: Double

        var line: String {
            let (cost, limit) = (cost.map { "\(Int($0))" } ?? "over \(Int(3 * limit))", "\(Int(limit))")
            return "| \(door) | \(text) | \(cost) | \(limit) | \(Int(plain)) |"
        }

        var share: Double { (cost ?? .infinity) / limit }
    }

    nonisolated let server: CountedServer
    private var rows: [Row] = []
    private var kills = 0

    init(_ server: CountedServer) { self.server = server }

    /// Makes a text of so many bytes into a request. All that it does before it returns that is not counted.
    typealias Prepare =
        @Sendable (_ text: DearText, _ bytes: Int) async throws
        -> @Sendable () async throws -> HTTPAnswer

    /// Sends texts through one door.
    ///
    /// - Parameters:
    ///   - door: what the table calls it.
    ///   - bytes: how large the texts are.
    ///   - plain: what the others are compared with.
    ///   - letter: what a byte of that counts for at least and at most, in instructions.
    ///   - largestAnswer: how many bytes an answer may have more than that to one letter.
    func compare(
        _ door: String, bytes: Int, plain: DearText = .plain, letter: ClosedRange<Double> = letter,
        texts: [DearText] = DearText.all, largestAnswer: Int = .max,
        _ prepare: @escaping Prepare
    ) async throws {
        // The first time something is done, it is prepared for the second.
        _ = try await cost(of: plain, 1, upTo: Self.budget, prepare)
        guard var letters = try await plainCost(plain, bytes, prepare) else {
            rows.append(Row(door: door, text: plain.name, cost: nil, plain: 0, limit: Self.budget / Double(3 * bytes)))
            return
        }
        var limit: Double {
            let counted = min(max(letters.aByte, letter.lowerBound), letter.upperBound)
            return Self.ratio * counted + Self.slack / Double(bytes)
        }
        var killed = 0
        // Where several are so dear that the server has to be killed, the others tell nothing new.
        for text in texts where killed < 3 {
            var least: Double?
            var best: Double? { least.map { max(0, $0 - letters.empty) / Double(bytes) } }
            // Something else is done each minute, with any of the three that are compared. What is over the limit is
            // measured again, and so are the letters.
            var tries = 0
            while tries < (best == nil ? 2 : 3), best.map({ $0 > limit }) ?? true {
                if tries > 0, let again = try await plainCost(plain, bytes, prepare) { letters.take(again) }
                tries += 1
                let budget = letters.empty + 3 * limit * Double(bytes)
                guard let cost = try await cost(of: text, bytes, upTo: budget, prepare) else {
                    // The server was started anew.
                    _ = try await self.cost(of: plain, 1, upTo: Self.budget, prepare)
                    continue
                }
                least = min(least ?? .infinity, cost.instructions)
                let growth = cost.answer.body.count - letters.answer
                #expect(growth <= largestAnswer, "\(door): \(bytes) bytes of \(text.name) come back as \(growth)")
            }
            if best == nil { killed += 1 }
            rows.append(Row(door: door, text: text.name, cost: best, plain: letters.aByte, limit: limit))
        }
    }

    /// What one letter costs at a door, and what many cost.
    private struct PlainCost {
        let bytes: Int
        /// With one letter, in instructions.
        var empty: Double
        /// With all of them, in instructions.
        var full: Double
        /// Size of the answer to one letter, in bytes.
        let answer: Int

        var aByte: Double { max(0, full - empty) / Double(bytes) }

        /// Takes the least for one letter, beside which something else may have been done, and the most for many: how
        /// often a page is drawn for a batch of inputs is a matter of chance, and a batch that takes longer is drawn more
        /// often.
        mutating func take(_ other: Self) {
            empty = min(empty, other.empty)
            full = max(full, other.full)
        }
    }

    /// Returns nil when letters cost more than ``budget``.
    private func plainCost(_ plain: DearText, _ bytes: Int, _ prepare: Prepare) async throws -> PlainCost? {
        guard let empty = try await cost(of: plain, 1, upTo: Self.budget, prepare),
            let full = try await cost(of: plain, bytes, upTo: Self.budget, prepare)
        else { return nil }
        return PlainCost(
            bytes: bytes, empty: empty.instructions, full: full.instructions, answer: empty.answer.body.count)
    }

    private func cost(
        of text: DearText, _ bytes: Int, upTo budget: Double, _ prepare: Prepare
    ) async throws -> CountedServer.Cost? {
        let cost = try await server.cost(upTo: budget, of: try await prepare(text, bytes))
        // A server that is busy has not opened the door, and what is behind it may be dear.
        if let cost { #expect(cost.answer.status != 503, "\(text.name) found the server busy") }
        if cost == nil {
            kills += 1
            guard kills <= Self.mostKills else { throw TestFailure("Too much is too dear:\n\(table)") }
        }
        return cost
    }

    /// The dearest first.
    private var table: String {
        let lines = rows.sorted { $0.share > $1.share }.map(\.line)
        return "| door | text | a byte | at most | a letter |\n|---|---|---|---|---|\n" + lines.joined(separator: "\n")
    }

    /// Says which were too dear.
    func finish(_ name: String) {
        Attachment.record(table, named: "\(name).md")
        let over = rows.filter { $0.share > 1 }
        for row in over { Issue.record("Too dear: \(row.line)") }
    }
}
