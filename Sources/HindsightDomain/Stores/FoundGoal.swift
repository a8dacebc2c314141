import Foundation
import Live

/// A slice of what a search has found.
package struct SearchSlice: Hashable, Sendable {
    /// Goals, newest first: the one with the greatest id. Behind the last one, answers of weeks, the latest week first.
    package var results: [SearchResult]
    /// The beginning of the next slice, which may be empty; nil when there is none.
    package var next: SearchResult.ID?
    /// Whether older goals or answers are still to be prepared for searching, so that some may be missing.
    package var isPartial: Bool

    /// - Parameters:
    ///   - results: goals, and behind them answers of weeks.
    ///   - next: where the next slice begins.
    ///   - isPartial: whether some may be missing.
    package init(results: [SearchResult] = [], next: SearchResult.ID? = nil, isPartial: Bool = false) {
        self.results = results
        self.next = next
        self.isPartial = isPartial
    }

    /// The goals among the results.
    package var goals: [FoundGoal] {
        results.compactMap { if case .goal(let goal) = $0 { goal } else { nil } }
    }

    /// The answers of weeks among the results.
    package var weeks: [FoundWeek] {
        results.compactMap { if case .week(let week) = $0 { week } else { nil } }
    }
}

/// Something that was searched for and found.
package enum SearchResult: Hashable, Sendable, Identifiable {
    /// A goal with its steps and its review.
    case goal(FoundGoal)
    /// The answer to the question of a week.
    case week(FoundWeek)

    /// Identifies a goal or a week of an owner.
    package enum ID: Hashable, Sendable, LosslessStringConvertible {
        /// The goal with this id.
        case goal(GoalID)
        /// The week whose answer is kept under this day.
        case week(CalendarDate)

        /// `nil` for what is neither the id of a goal nor a day.
        package init?(_ text: String) {
            if let goal = GoalID(text) {
                self = .goal(goal)
            } else if let week = CalendarDate(text) {
                self = .week(week)
            } else {
                return nil
            }
        }

        /// Decimal digits, or a day as in "2026-11-16".
        package var description: String {
            switch self {
            case .goal(let goal): goal.description
            case .week(let week): week.description
            }
        }
    }

    /// Identifies the result.
    package var id: ID {
        switch self {
        case .goal(let goal): .goal(goal.id)
        case .week(let week): .week(week.week)
        }
    }
}

/// The answer to the question of a week in which something was found.
package struct FoundWeek: Hashable, Sendable {
    /// The day that the answer is kept under; see ``WeekStart/week(ofNote:)``.
    package let week: CalendarDate
    /// The part of the answer in which it was found.
    package let answer: MarkedText

    /// - Returns: nil when not all that is searched for is in the answer.
    package init?(_ week: CalendarDate, answer: String, for query: SearchQuery) {
        let normal = SearchText(answer)
        var all: [Range<Int>] = []
        for term in query.terms {
            let places = normal.places(of: term)
            if places.isEmpty { return nil }
            all += places
        }
        self.week = week
        self.answer = MarkedText(answer, marking: all, length: FoundGoal.excerptLength)
    }
}

/// A goal that was searched for, and where that was found.
package struct FoundGoal: Hashable, Sendable, Identifiable {
    /// A text of the goal in which something was found.
    package struct Finding: Hashable, Sendable {
        /// A text of a goal that can be found.
        package enum Place: Hashable, Sendable {
            /// The title of one of its steps.
            case step
            /// An answer of its review.
            case answer(ReviewField)
        }

        /// The text that was found.
        package var place: Place
        /// The part of the text in which it was found.
        package var text: MarkedText

        /// - Parameters:
        ///   - place: which text it is.
        ///   - text: the part of it in which it was found.
        package init(place: Place, text: MarkedText) {
            self.place = place
            self.text = text
        }
    }

    /// The goal's.
    package let id: GoalID
    /// The box that the goal is in.
    package var box: Box
    /// The goal's first day.
    package var startDate: CalendarDate
    /// The goal's last day.
    package var endDate: CalendarDate
    /// When a completed goal was completed: its last day in fact.
    package var completedOn: CalendarDate?
    /// Jewel of a completed goal.
    package var jewel: Jewel?
    /// Whole, with what was found in it.
    package var title: MarkedText
    /// Further places where it was found: two steps and two answers at most.
    package var findings: [Finding]

    /// - Parameters:
    ///   - id: the goal's.
    ///   - box: where it lies.
    ///   - startDate: its first day.
    ///   - endDate: its last day.
    ///   - completedOn: when it was completed.
    ///   - jewel: what a completed goal has earned.
    ///   - title: whole, with what was found in it.
    ///   - findings: where else it was found.
    package init(
        id: GoalID, box: Box, startDate: CalendarDate, endDate: CalendarDate, completedOn: CalendarDate?, jewel: Jewel?,
        title: MarkedText, findings: [Finding]
    ) {
        self.id = id
        self.box = box
        self.startDate = startDate
        self.endDate = endDate
        self.completedOn = completedOn
        self.jewel = jewel
        self.title = title
        self.findings = findings
    }
}

/// A text, or a part of one, with what was found in it.
package struct MarkedText: Hashable, Sendable {
    /// A part that is marked, or one that is not.
    package struct Piece: Hashable, Sendable {
        /// Never empty.
        @ExactText package private(set) var text: String
        /// Whether it was searched for.
        package let isMarked: Bool

        package init(_ text: String, isMarked: Bool) {
            self.text = text
            self.isMarked = isMarked
        }
    }

    /// In their order.
    package let pieces: [Piece]
    /// Whether there is more of the text before it.
    package let isCutBefore: Bool
    /// Whether there is more of the text behind it.
    package let isCutBehind: Bool

    /// - Parameters:
    ///   - places: the characters that are marked, in any order.
    ///   - length: how many characters it has at most; nil for the whole text.
    package init(_ text: String, marking places: [Range<Int>], length: Int? = nil) {
        let characters = Array(text)
        let marks = Self.merged(places)
        var shown = 0..<characters.count
        if let length, characters.count > length {
            let first = marks.first?.lowerBound ?? 0
            let start = min(max(first - length / 4, 0), characters.count - length)
            shown = Self.beginning(near: start, before: first, in: characters)..<start + length
        }
        var pieces: [Piece] = []
        func add(_ range: Range<Int>, isMarked: Bool) {
            let range = range.clamped(to: shown)
            guard !range.isEmpty else { return }
            // A part of a text stands on a line.
            let part = characters[range].map { length != nil && $0.isNewline ? " " : $0 }
            pieces.append(Piece(String(part), isMarked: isMarked))
        }
        var end = 0
        for mark in marks {
            add(end..<max(end, mark.lowerBound), isMarked: false)
            add(mark, isMarked: true)
            end = mark.upperBound
        }
        add(end..<characters.count, isMarked: false)
        self.pieces = pieces
        isCutBefore = shown.lowerBound > 0
        isCutBehind = shown.upperBound < characters.count
    }

    /// Returns the first beginning of a word behind a place, or the place itself.
    private static func beginning(near start: Int, before end: Int, in characters: [Character]) -> Int {
        guard start > 0, start < end else { return start }
        let space = (start..<min(start + 12, end)).first { characters[$0].isWhitespace }
        return space.map { $0 + 1 } ?? start
    }

    private static func merged(_ places: [Range<Int>]) -> [Range<Int>] {
        places.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, place in
            if let last = merged.last, last.upperBound >= place.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
            } else {
                merged.append(place)
            }
        }
    }
}

extension FoundGoal {
    /// The most characters of a review, or of the answer of a week, that are shown.
    package static let excerptLength = 110
    private static let mostOfAKind = 2

    /// - Parameters:
    ///   - goal: the goal itself.
    ///   - completedOn: when it was completed.
    ///   - jewel: what it has earned.
    ///   - steps: the titles of its steps, in their order.
    ///   - answers: what its review says.
    /// - Returns: nil when not all that is searched for is in one of the texts.
    package init?(
        _ goal: Goal, completedOn: CalendarDate?, jewel: Jewel?, steps: [String],
        answers: [(field: ReviewField, text: String)],
        for query: SearchQuery
    ) {
        var missing = Set(query.terms)
        func places(in text: String) -> [Range<Int>] {
            let normal = SearchText(text)
            return query.terms.flatMap { term in
                let places = normal.places(of: term)
                if !places.isEmpty { missing.remove(term) }
                return places
            }
        }
        let title = MarkedText(goal.title, marking: places(in: goal.title))
        func findings(_ place: Finding.Place, in text: String, length: Int?) -> Finding? {
            let places = places(in: text)
            return places.isEmpty ? nil : Finding(place: place, text: MarkedText(text, marking: places, length: length))
        }
        let ofSteps = steps.compactMap { findings(.step, in: $0, length: nil) }
        let ofAnswers = answers.compactMap { findings(.answer($0.field), in: $0.text, length: Self.excerptLength) }
        guard missing.isEmpty else { return nil }
        self.init(
            id: goal.id, box: goal.box, startDate: goal.startDate, endDate: goal.endDate, completedOn: completedOn,
            jewel: jewel, title: title,
            findings: Array(ofSteps.prefix(Self.mostOfAKind) + ofAnswers.prefix(Self.mostOfAKind)))
    }
}
