import Foundation
import Live

extension Copy {
    // MARK: The list of completed goals

    var completedGoals: String { say("완료한 목표", "Completed goals") }
    var refresh: String { say("새로 고침", "Refresh") }
    var writeReview: String { say("회고 쓰기", "Write a review") }
    var seeReview: String { say("회고 보기", "See the review") }
    var showMore: String { say("더 보기", "Show more") }
    var endOfList: String { say("마지막 목표까지 다 봤어요", "That’s every goal") }
    var toNewest: String { say("처음부터 보기", "Back to the newest") }
    var loadingGoals: String { say("목표를 불러오고 있어요", "Loading goals") }
    var goalsFailed: String {
        say("목표를 불러오지 못했어요. 잠시 뒤에 다시 시도해 주세요.", "The goals could not be loaded. Please try again in a moment.")
    }
    var emptyTitle: String { say("아직 빈 서랍이에요", "The drawer is still empty") }
    var emptyText: String {
        say(
            "목표를 하나 끝내면 보석과 함께 여기에 놓여요. 그때 천천히 돌아봐요.",
            "When you finish a goal, it is kept here with its jewel, ready for you to look back on.")
    }

    /// The count line: how many goals can be reviewed.
    ///
    /// - Parameter hasGoals: whether there are completed goals at all.
    func reviewable(_ count: Int, hasGoals: Bool) -> HTML {
        switch (count, hasGoals) {
        case (0, false): say("아직 회고를 작성할 목표가 없어요.", "No goals to review yet.")
        case (0, true): say("<em>모든 목표의 회고</em>를 작성했어요.", "<em>Every goal</em> has its review.")
        case (1, _): say("<em>총 1개의 목표 회고</em>를 작성할 수 있어요!", "You can write <em>1 goal review</em>!")
        default:
            say("<em>총 \(count)개의 목표 회고</em>를 작성할 수 있어요!", "You can write <em>\(count) goal reviews</em>!")
        }
    }

    // MARK: Jewels

    func name(of jewel: Jewel) -> String { "\(name(of: jewel.color)) \(name(of: jewel.shape))" }

    private func name(of color: Jewel.Color) -> String {
        switch color {
        case .blue: say("파란", "blue")
        case .purple: say("보라", "purple")
        case .pink: say("분홍", "pink")
        case .green: say("초록", "green")
        }
    }

    private func name(of shape: Jewel.Shape) -> String {
        switch shape {
        case .brilliant: say("둥근 보석", "round jewel")
        case .pear: say("물방울 보석", "pear jewel")
        case .heart: say("하트 보석", "heart jewel")
        case .star: say("별 보석", "star jewel")
        case .emerald: say("네모 보석", "emerald-cut jewel")
        }
    }

    // MARK: Days

    /// The day that it is at a moment, for whoever reads these words.
    func day(of moment: Date) -> CalendarDate { CalendarDate(moment, in: timeZone) }

    /// A calendar day as it is written in this language.
    func day(_ date: CalendarDate) -> HTML {
        say(
            "\(date.year). \(date.month). \(date.day).",
            "\(Self.shortMonths[date.month - 1]) \(date.day), \(date.year)")
    }

    /// The same in full.
    func longDay(_ date: CalendarDate) -> String {
        let month = Self.months[date.month - 1]
        return say("\(date.year)년 \(date.month)월 \(date.day)일", "\(month) \(date.day), \(date.year)")
    }

    private static let shortMonths = months.map { String($0.prefix(3)) }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
