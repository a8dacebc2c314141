import Live

/// The number of wins of a jewel in a period, and the levels of their reviews.
package struct JewelTally: Hashable, Sendable {
    /// The jewel.
    package var jewel: Jewel
    /// Number of goals that won it.
    package var count: Int
    /// The sum of the levels of the reviews, 1 to 5 each.
    package var levelSum: Int
    /// Number of reviews with a level.
    package var levelCount: Int

    /// - Parameters:
    ///   - jewel: what was won.
    ///   - count: how often.
    ///   - levelSum: the sum of the levels of the reviews.
    ///   - levelCount: how many reviews there are.
    package init(jewel: Jewel, count: Int, levelSum: Int = 0, levelCount: Int = 0) {
        self.jewel = jewel
        self.count = count
        self.levelSum = levelSum
        self.levelCount = levelCount
    }
}

extension [JewelTally] {
    /// Number of jewels.
    package var total: Int { reduce(0) { $0 + $1.count } }

    /// The mean of the levels, 1 to 5; nil where nothing is reviewed.
    package var meanLevel: Double? {
        let count = reduce(0) { $0 + $1.levelCount }
        return count == 0 ? nil : Double(reduce(0) { $0 + $1.levelSum }) / Double(count)
    }
}

/// A selection of jewels.
package struct JewelCut: Hashable, Sendable {
    /// When they were won.
    package var period: Period
    /// Nil for all of them.
    package var color: Jewel.Color?
    /// Nil for all of them.
    package var shape: Jewel.Shape?

    /// - Parameters:
    ///   - period: when they were won.
    ///   - color: nil for all of them.
    ///   - shape: nil for all of them.
    package init(period: Period = .always, color: Jewel.Color? = nil, shape: Jewel.Shape? = nil) {
        self.period = period
        self.color = color
        self.shape = shape
    }

    /// Whether a jewel of that period is one of them.
    package func includes(_ jewel: Jewel) -> Bool {
        (color ?? jewel.color) == jewel.color && (shape ?? jewel.shape) == jewel.shape
    }
}

/// A jewel and what it was won for.
package struct WonJewel: Hashable, Sendable, Identifiable {
    /// The goal's.
    package let id: GoalID
    /// The goal's.
    @ExactText package private(set) var title: String
    /// The jewel.
    package let jewel: Jewel
    /// The day that it was for its owner then.
    package let day: CalendarDate
    /// Whether the goal is reviewed.
    package let hasReview: Bool
    /// Whether the goal came with the account, as an example.
    package let isSample: Bool

    /// - Parameters:
    ///   - id: the goal's.
    ///   - title: the goal's.
    ///   - jewel: what was won.
    ///   - day: the day that it was for its owner then.
    ///   - hasReview: whether the goal is reviewed.
    ///   - isSample: whether the goal came with the account.
    package init(
        id: GoalID, title: String, jewel: Jewel, day: CalendarDate, hasReview: Bool, isSample: Bool = false
    ) {
        self.id = id
        self.title = title
        self.jewel = jewel
        self.day = day
        self.hasReview = hasReview
        self.isSample = isSample
    }
}

/// The jewels of an owner: how many of each there are, and a slice of those that are looked at. All of one moment.
package struct JewelBox: Hashable, Sendable {
    /// Tallies of the selected period without levels, whatever colour and shape are selected.
    package var tallies: [JewelTally]
    /// The years in which something was won, the last one first, with how much that was.
    package var years: [YearCount]
    /// Those that are looked at, the last day first.
    package var jewels: [WonJewel]
    /// There are more below the last of ``jewels``.
    package var hasMore: Bool

    /// Nothing at all is known before it is read.
    package init(tallies: [JewelTally] = [], years: [YearCount] = [], jewels: [WonJewel] = [], hasMore: Bool = false) {
        self.tallies = tallies
        self.years = years
        self.jewels = jewels
        self.hasMore = hasMore
    }
}

/// Number of goals completed in a year.
package struct YearCount: Hashable, Sendable {
    /// 1000 to 9999.
    package var year: Int
    /// Completed goals.
    package var count: Int

    /// - Parameters:
    ///   - year: 1000 to 9999.
    ///   - count: completed goals.
    package init(year: Int, count: Int) {
        self.year = year
        self.count = count
    }
}

/// The goals completed in a year, by month; all of one moment.
package struct YearReview: Hashable, Sendable {
    /// 1000 to 9999.
    package let year: Int
    /// Jewels won in each month, January first; always twelve elements.
    package var months: [[JewelTally]]
    /// The years in which something was won, the last one first.
    package var years: [YearCount]
    /// Number of samples among the goals.
    package var sampleCount = 0

    /// A year in which nothing was won.
    package init(year: Int) {
        self.year = year
        months = Array(repeating: [], count: 12)
        years = []
    }

    /// Tallies of the whole year.
    package var tallies: [JewelTally] { months.flatMap { $0 } }
}

/// A week to look back on. All of one moment.
package struct WeekReview: Hashable, Sendable {
    /// The most goals of each kind that are named.
    package static let limit = 30
    /// The most ticked steps that are counted.
    package static let tickLimit = 200

    /// Its seven days.
    package let days: ClosedRange<CalendarDate>
    /// Goals completed in the week, last one first, ``limit`` at most.
    package var finished: [WonJewel] = []
    /// Number of goals completed in the week.
    package var finishedCount = 0
    /// The goals of which steps were ticked in it, those of most ticks first, ten at most.
    package var ticked: [TickedGoal] = []
    /// Number of steps ticked in the week; ``tickLimit`` stands for that many or more.
    package var tickCount = 0
    /// Goals that have waited longest for a review, three at most.
    package var waiting: [WonJewel] = []
    /// Number of goals that wait for a review.
    package var waitingCount = 0
    /// The active goals that end by the end of the week after it, the next one first, ten at most.
    package var ending: [EndingGoal] = []
    /// Goals completed in the same week a year before, last one first, ``limit`` at most.
    package var yearBefore: [WonJewel] = []
    /// The owner's answer; nil for none.
    package var note: WeekNote?

    /// - Parameter days: its seven days.
    package init(days: ClosedRange<CalendarDate>) { self.days = days }

    /// The same week a year before.
    package var daysBefore: ClosedRange<CalendarDate> { days.lowerBound.aYearBefore...days.upperBound.aYearBefore }
}

/// An active goal that ends soon.
package struct EndingGoal: Hashable, Sendable, Identifiable {
    /// The goal's.
    package let id: GoalID
    /// The goal's.
    @ExactText package private(set) var title: String
    /// Its last day.
    package let endDate: CalendarDate

    /// - Parameters:
    ///   - id: the goal's.
    ///   - title: the goal's.
    ///   - endDate: its last day.
    package init(id: GoalID, title: String, endDate: CalendarDate) {
        (self.id, self.title, self.endDate) = (id, title, endDate)
    }
}

/// A goal of which steps were ticked.
package struct TickedGoal: Hashable, Sendable, Identifiable {
    /// The goal's.
    package let id: GoalID
    /// The goal's.
    @ExactText package private(set) var title: String
    /// Number of ticked steps.
    package let count: Int
    /// Whether the goal came with the account, as an example.
    package let isSample: Bool

    /// - Parameters:
    ///   - id: the goal's.
    ///   - title: the goal's.
    ///   - count: how many steps were ticked.
    ///   - isSample: whether the goal came with the account.
    package init(id: GoalID, title: String, count: Int, isSample: Bool = false) {
        self.id = id
        self.title = title
        self.count = count
        self.isSample = isSample
    }
}

/// An answer to the question of a week.
package struct WeekNote: Hashable, Sendable {
    /// The most characters of an answer.
    package static let limit = 500
    /// The most bytes of UTF-8 that an answer may have as it is typed.
    package static let byteLimit = TextLimit.bytes(of: limit)

    /// Permanent number of the question.
    package var question: Int
    /// As it was typed, trimmed.
    @ExactText package var text: String
    /// Revision: the number of changes.
    package var revision: Int

    /// A note is of the week that begins on its day or up to so many days before or after it: weeks may begin on another
    /// day by now, and so each note is of one week.
    package static let shift = 3

    /// The state before anything is answered.
    package static let none = WeekNote(question: 0, text: "", revision: 0)

    /// - Parameters:
    ///   - question: which of the questions it was.
    ///   - text: as it was typed, trimmed.
    ///   - revision: how often it was changed.
    package init(question: Int, text: String, revision: Int = 1) {
        self.question = question
        self.text = text
        self.revision = revision
    }
}

/// A slice of the weeks whose question was answered.
package struct AnsweredWeeks: Hashable, Sendable {
    /// The latest first.
    package var weeks: [AnsweredWeek]
    /// Whether there are earlier ones.
    package var hasMore: Bool

    /// - Parameters:
    ///   - weeks: the latest first.
    ///   - hasMore: whether there are earlier ones.
    package init(weeks: [AnsweredWeek] = [], hasMore: Bool = false) {
        self.weeks = weeks
        self.hasMore = hasMore
    }
}

/// A week whose question was answered.
package struct AnsweredWeek: Hashable, Sendable {
    /// The most characters of the answer.
    package static let excerptLength = 200

    /// The day that the answer is kept under; see ``WeekStart/week(ofNote:)``.
    package let week: CalendarDate
    /// Permanent number of the question.
    package let question: Int
    /// The beginning of the answer.
    package let answer: MarkedText

    /// - Parameters:
    ///   - week: the day that the answer is kept under.
    ///   - note: the whole answer.
    package init(week: CalendarDate, note: WeekNote) {
        self.week = week
        question = note.question
        answer = MarkedText(note.text, marking: [], length: Self.excerptLength)
    }
}

extension WeekStart {
    /// The seven days that an answer is about.
    ///
    /// - Parameter day: the one that it is kept under, which was the first of its week when that was answered.
    package func week(ofNote day: CalendarDate) -> ClosedRange<CalendarDate> {
        // The day in the middle of these seven is of the same week whichever of them it begins on.
        week(of: day.adding(days: WeekNote.shift))
    }
}
