import Foundation
import HindsightDomain
import Hummingbird

/// The goals of an account with their steps, reviews and drafts, for people: a document in Markdown, in the language of
/// whoever asks, in the order in which the goals were made. What has happened in the account isn't in it.
struct MarkdownExport: ExportFile {
    let strings: Strings

    let contentType = "text/markdown; charset=utf-8"
    let nameExtension = "md"
    let hasLog = false
    private var hasWeeks = false

    init(strings: Strings) { self.strings = strings }

    func begin(_ account: AccountDetails, followed: [String], on now: Date, to piece: inout ByteBuffer) {
        var lines = ["# \(MarkdownText.line(strings.exportTitle(account.displayName)))"]
        var facts = [strings.exportedOn(strings.longDay(strings.day(of: now)))]
        if let email = account.email { facts.append(email) }
        facts.append(strings.accountSince(strings.longDay(strings.day(of: account.createdAt))))
        lines.append(facts.map { MarkdownText.line($0) }.joined(separator: " · "))
        piece.writeString(lines.joined(separator: "\n\n") + "\n")
    }

    func add(_ goal: WholeGoal, number: Int, to piece: inout ByteBuffer) {
        var blocks = ["## \(MarkdownText.line(goal.goal.title))", state(of: goal)]
        if !goal.steps.isEmpty {
            blocks.append(goal.steps.sorted { $0.place < $1.place }.map(item).joined(separator: "\n"))
        }
        if let review = goal.review { blocks += section(review) }
        if !goal.draft.isEmpty { blocks += section(goal.draft) }
        piece.writeString("\n" + blocks.joined(separator: "\n\n") + "\n")
    }

    mutating func add(_ note: WeekNote, of week: CalendarDate, to piece: inout ByteBuffer) {
        if !hasWeeks { piece.writeString("\n## \(MarkdownText.line(strings.weekAnswers))\n") }
        hasWeeks = true
        let blocks = [
            "### \(MarkdownText.line(strings.longDay(week)))",
            "*\(MarkdownText.line(strings.question(note.question)))*",
            MarkdownText.paragraphs(note.text),
        ]
        piece.writeString("\n" + blocks.joined(separator: "\n\n") + "\n")
    }

    func beginLog(to piece: inout ByteBuffer) {}
    func add(_ entry: AccountLogEntry, to piece: inout ByteBuffer) {}

    func end(to piece: inout ByteBuffer) {}

    private func state(of goal: WholeGoal) -> String {
        let (start, end) = (strings.longDay(goal.goal.startDate), strings.longDay(goal.goal.endDate))
        let days = !goal.goal.fields.hasEnd ? strings.from(start) : start == end ? start : "\(start) – \(end)"
        var facts = ["**\(strings.state(of: goal.goal.box))**", days]
        if let day = goal.completedOn { facts.append(strings.completedOn(strings.longDay(day))) }
        if let jewel = goal.jewel { facts.append("◆ \(strings.name(of: jewel))") }
        return facts.joined(separator: " · ")
    }

    private func item(_ step: Step) -> String {
        let facts = strings.facts(of: step).map { " (\($0))" } ?? ""
        return "- [\(step.isDone ? "x" : " ")] \(MarkdownText.line(step.title))\(facts)"
    }

    private func section(_ review: Review) -> [String] {
        let level = review.content.level
        var facts = [
            "\(strings.name(of: level)) (\(level.rawValue)/\(Level.five.rawValue))",
            strings.writtenOn(day(of: review.writtenAt)),
        ]
        if let editedAt = review.editedAt { facts.append(strings.editedOn(day(of: editedAt))) }
        var blocks = ["### \(strings.review)", "*\(facts.joined(separator: " · "))*"]
        for answer in review.content.answers { blocks += self.answer(answer.field, answer.text) }
        return blocks
    }

    private func section(_ draft: [DraftField: String]) -> [String] {
        var blocks = ["### \(strings.unfinishedReview)", "*\(strings.notSavedYet)*"]
        if let level = draft[.level].flatMap({ Level($0) }) {
            blocks[1] =
                "*\(strings.notSavedYet) · \(strings.name(of: level)) (\(level.rawValue)/\(Level.five.rawValue))*"
        }
        for field in ReviewField.allCases {
            if let text = draft[.text(field)], !text.isEmpty { blocks += answer(field, text) }
        }
        return blocks
    }

    /// The free review needs no other heading than that of the section.
    private func answer(_ field: ReviewField, _ text: String) -> [String] {
        (field.style == .guided ? ["#### \(strings.name(of: field))"] : []) + [MarkdownText.paragraphs(text)]
    }

    private func day(of moment: Date) -> String { strings.longDay(strings.day(of: moment)) }
}
