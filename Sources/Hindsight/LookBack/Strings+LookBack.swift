import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Looking back

    func name(of place: LookBackNav.Place) -> String {
        switch place {
        case .week: text(ko: "한 주", en: "Week")
        case .year: text(ko: "한 해", en: "Year")
        case .jewels: jewelBox
        case .timeline: text(ko: "발자취", en: "Timeline")
        }
    }

    var yearChoice: String { text(ko: "연도 고르기", en: "Which year") }
    var always: String { text(ko: "전체", en: "All") }
    var month: String { text(ko: "월", en: "Month") }

    /// A number of goals: "1 goal", "3 goals".
    func goals(_ count: Int) -> String { text(ko: "목표 \(count)개", en: count == 1 ? "1 goal" : "\(count) goals") }

    /// A mean level, rounded to one decimal: "4.3".
    func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

    // MARK: The jewel box

    var jewelBox: String { text(ko: "보석함", en: "Jewel box") }
    var cabinet: String {
        text(ko: "색과 모양으로 나눈 보석의 수", en: "How many jewels there are of each color and cut")
    }
    /// The short name of a shape, for the head of a column.
    func shortName(of shape: Jewel.Shape) -> String {
        switch shape {
        case .brilliant: text(ko: "동그라미", en: "round")
        case .pear: text(ko: "물방울", en: "pear")
        case .heart: text(ko: "하트", en: "heart")
        case .star: text(ko: "별", en: "star")
        case .emerald: text(ko: "네모", en: "emerald")
        }
    }
    /// The short name of a color, for the head of a row.
    func shortName(of color: Jewel.Color) -> String {
        switch color {
        case .blue: text(ko: "파랑", en: "blue")
        case .purple, .pink, .green: name(of: color)
        }
    }
    var allJewels: String { text(ko: "모든 보석 보기", en: "See all jewels") }
    var nothingWon: String { text(ko: "아직 받은 보석이 없어요", en: "No jewels yet") }
    var nothingWonText: String {
        text(ko: "목표의 마지막 단계를 마치면 보석을 하나 받아요.", en: "The last step of a goal earns you a jewel.")
    }
    var noSuchJewel: String { text(ko: "이런 보석은 아직 없어요.", en: "There is no such jewel yet.") }
    var keepPicture: String { text(ko: "그림으로 저장하기", en: "Save as picture") }
    var keepPictureHint: String {
        text(
            ko: "이 화면은 그대로 인쇄할 수도 있어요. 크게 늘려도 선명한 그림 파일:",
            en: "You can also print this page. As a picture that stays sharp at any size:")
    }

    /// The number of jewels won in a period, shown above the jewel box.
    func jewels(_ count: Int, in period: Period) -> HTML {
        let when = name(of: period)
        guard count > 0 else { return text(ko: "보석을 기다리는 상자예요.", en: "A box that waits for its first jewel.") }
        if period == .always {
            return text(
                ko: "지금까지 <em>보석 \(count)개</em>를 모았어요.",
                en: count == 1 ? "You have earned <em>1 jewel</em>." : "You have earned <em>\(count) jewels</em>.")
        }
        return text(
            ko: "\(when)에 <em>보석 \(count)개</em>를 받았어요.",
            en: "\(if: count == 1, "<em>1 jewel</em>")\(if: count != 1, "<em>\(count) jewels</em>") in \(when).")
    }

    func name(of period: Period) -> String {
        switch period {
        case .always: always
        case .year(let year): text(ko: "\(year)년", en: "\(year)")
        case .month(let month): name(of: month)
        }
    }

    /// A jewel's name with its number.
    func count(_ count: Int, of jewel: Jewel) -> String {
        text(ko: "\(name(of: jewel)) \(count)개", en: "\(name(of: jewel)): \(count)")
    }

    /// The heading of a filtered jewel box: the color and shape chosen, with the number of jewels.
    func cut(_ cut: JewelCut, count: Int) -> String {
        let name =
            switch (cut.color, cut.shape) {
            case (let color?, let shape?): self.name(of: Jewel(color: color, shape: shape))
            case (let color?, nil): text(ko: "\(self.name(of: color)) 보석", en: "\(self.name(of: color)) jewels")
            case (nil, let shape?): self.name(of: shape)
            case (nil, nil): text(ko: "모든 보석", en: "all jewels")
            }
        return text(ko: "\(name) \(count)개", en: "\(name.prefix(1).uppercased())\(name.dropFirst()): \(count)")
    }

    // MARK: The year

    func heading(ofYear year: Int) -> String { text(ko: "\(year)년 돌아보기", en: "Looking back on \(year)") }

    func completed(_ count: Int) -> HTML {
        switch count {
        case 0: text(ko: "완료한 목표가 없어요.", en: "No goals completed.")
        case 1: text(ko: "<em>목표 1개</em>를 완료했어요.", en: "<em>1 goal</em> completed.")
        default: text(ko: "<em>목표 \(count)개</em>를 완료했어요.", en: "<em>\(count) goals</em> completed.")
        }
    }

    /// - Parameters:
    ///   - before: the number of goals of the year before, ``lastYear``.
    ///   - isOver: whether the year is over. A year still under way is not compared with a whole one as if it had fallen
    ///     short.
    func comparison(_ count: Int, to before: Int, in lastYear: Int, isOver: Bool) -> String {
        switch count - before {
        case 0: text(ko: "\(lastYear)년과 같아요.", en: "As many as in \(lastYear).")
        case let more where more > 0:
            text(ko: "\(lastYear)년보다 \(more)개 더 완료했어요.", en: "\(more) more than in \(lastYear).")
        case _ where isOver: text(ko: "\(lastYear)년에는 \(before)개였어요.", en: "It was \(before) in \(lastYear).")
        default: text(ko: "\(lastYear)년에는 모두 \(before)개였어요.", en: "It was \(before) in all of \(lastYear).")
        }
    }

    func nothingCompleted(in year: Int) -> String {
        year == thisYear
            ? text(ko: "올해는 아직 완료한 목표가 없어요", en: "Nothing completed this year yet")
            : text(ko: "\(year)년에 완료한 목표가 없어요", en: "Nothing completed in \(year)")
    }
    var byMonth: String { text(ko: "달마다 완료한 목표", en: "Completed by month") }
    var fulfilment: String { text(ko: "얼마나 보람 있었는지", en: "How fulfilling it was") }
    var noLevels: String {
        text(
            ko: "회고를 쓰면 달마다 얼마나 보람 있었는지 여기에 보여요.",
            en: "Once there are reviews, this shows how fulfilling each month was.")
    }
    func mean(_ level: Double) -> String {
        text(
            ko: "평균 \(decimal(level)) (1 많이 아쉬웠어요 – 5 더할 나위 없었어요)",
            en: "\(decimal(level)) on average, from 1 (fell short) to 5 (couldn’t be better)")
    }
    var asTable: String { text(ko: "표로 보기", en: "As a table") }
    func jewels(ofYear year: Int) -> String { text(ko: "\(year)년의 보석", en: "Jewels of \(year)") }

    // MARK: The week

    var thisWeek: String { text(ko: "이번 주 돌아보기", en: "Looking back on this week") }
    var lastWeek: String { text(ko: "지난주 돌아보기", en: "Looking back on last week") }
    var aWeek: String { text(ko: "한 주 돌아보기", en: "Looking back on a week") }
    func weekTitle(_ days: ClosedRange<CalendarDate>) -> String {
        text(ko: "\(longDay(days.lowerBound))부터 한 주", en: "The week of \(longDay(days.lowerBound))")
    }
    var otherWeeks: String { text(ko: "다른 주", en: "Other weeks") }
    var weekBefore: String { text(ko: "이전 주", en: "Previous week") }
    var weekAfter: String { text(ko: "다음 주", en: "Next week") }

    func finished(_ count: Int) -> String {
        text(ko: "완료한 목표 \(count)개", en: "Goals completed: \(count)")
    }
    /// The number of steps ticked in a week; "or more" is for the limit from ``WeekReview/tickLimit`` on.
    func ticked(_ count: Int) -> String {
        if count >= WeekReview.tickLimit {
            return text(ko: "단계를 \(count)번 넘게 마쳤어요", en: "Steps done: \(count) or more")
        }
        return text(ko: "단계를 \(count)번 마쳤어요", en: "Steps done: \(count)")
    }
    /// The number of a goal's steps ticked in a week.
    func ticks(_ count: Int) -> String { text(ko: "\(count)번", en: count == 1 ? "1 step" : "\(count) steps") }
    /// The number of a year's goals that are samples.
    func samples(_ count: Int, of total: Int) -> String {
        count == total
            ? text(ko: "모두 둘러보기용 예시예요.", en: total == 1 ? "It is a sample." : "All of them are samples.")
            : text(
                ko: "이 가운데 \(count)개는 예시예요.",
                en: count == 1 ? "1 of them is a sample." : "\(count) of them are samples.")
    }
    var nothingFinishedYet: String { text(ko: "이번 주에는 아직 마친 단계가 없어요.", en: "No steps done yet this week.") }
    var nothingFinished: String { text(ko: "이 주에는 마친 단계가 없어요.", en: "No steps were done that week.") }
    func andMore(_ count: Int) -> String { text(ko: "그리고 \(count)개가 더 있어요.", en: "And \(count) more.") }

    var whatWaits: String { text(ko: "회고를 기다리는 목표", en: "Waiting for a review") }
    func waiting(_ count: Int) -> String {
        text(
            ko: "목표 \(count)개가 회고를 기다려요. 오래된 순서예요.",
            en: "\(count) goals are waiting for a review, oldest first.")
    }
    var endingSoon: String { text(ko: "곧 끝나는 목표", en: "Ending soon") }

    var aYearAgoToday: String { text(ko: "1년 전 오늘", en: "A year ago today") }
    var aYearBefore: String { text(ko: "1년 전 이맘때", en: "This time a year ago") }

    var oneQuestion: String { text(ko: "질문 하나", en: "One question") }
    var saveAnswer: String { text(ko: "답 남기기", en: "Save the answer") }
    var saveChangedAnswer: String { text(ko: "고친 답 저장", en: "Save changes") }
    func answerError(_ fault: TextFault) -> HTML {
        fault == .missing ? HTML(text: text(ko: "답을 써 주세요.", en: "Please write an answer.")) : error(fault)
    }
    func answerSaved(_ note: WeekNote) -> String {
        note.text.isEmpty
            ? text(ko: "답을 삭제했어요.", en: "The answer was removed.") : text(ko: "답을 남겼어요.", en: "Your answer is saved.")
    }
    var answerNotSaved: String {
        text(
            ko: "저장하지 못했어요. 쓴 글은 그대로 있으니 잠시 뒤에 다시 시도해 주세요.",
            en: "It could not be saved. What you wrote is still here; please try again in a moment.")
    }
    var answerChanged: String {
        text(
            ko: "그 사이 다른 화면에서 이렇게 답했어요. 다시 저장하면 지금 쓴 답으로 바뀌어요.",
            en: "This was answered on another page in the meantime. Saving again puts yours in its place.")
    }

    // MARK: The answers

    /// The name for an answer to the question of a week.
    var weekAnswer: String { text(ko: "주간 답변", en: "Weekly answer") }
    var answersHeading: String { text(ko: "주간 답변", en: "Weekly answers") }
    var allAnswers: String { text(ko: "지금까지 남긴 답 모두 보기", en: "See all your weekly answers") }
    var nothingAnswered: String { text(ko: "아직 남긴 답이 없어요", en: "No answers yet") }
    var nothingAnsweredText: String {
        text(ko: "한 주를 돌아보며 질문에 답하면 여기에 모여요.", en: "Your weekly answers will appear here.")
    }
    var answerThisWeek: String { text(ko: "이번 주 질문에 답하기", en: "Answer this week’s question") }
    var nothingAnsweredBefore: String { text(ko: "이보다 앞서 남긴 답은 없어요", en: "No earlier answers") }

    /// The number of the question for the week that begins on a day and has no answer yet. Questions rotate weekly.
    func question(of first: CalendarDate) -> Int {
        let weeks = (first.daysSince1970 + 4) / 7
        return (weeks % Self.questions.count + Self.questions.count) % Self.questions.count
    }

    /// - Parameter number: the number stored with an answer. Unknown ones, which a later version may have stored, give
    ///   the first question.
    func question(_ number: Int) -> String {
        let question = Self.questions[Self.questions.indices.contains(number) ? number : 0]
        return text(ko: question.korean, en: question.english)
    }

    /// The questions in Korean and English. Answers are stored with their question's index, so new questions are only
    /// appended and none is removed.
    static let questions: [(korean: String, english: String)] = [
        ("이번 주에 나를 가장 뿌듯하게 한 일은 무엇이었나요?", "What made you proudest this week?"),
        ("누구에게 고맙다고 말하고 싶나요?", "Who would you like to thank?"),
        ("무엇을 그만두면 다음 주가 가벼워질까요?", "What could you stop doing to make next week lighter?"),
        ("생각보다 쉬웠던 일은 무엇인가요?", "What was easier than you expected?"),
        ("생각보다 어려웠던 일은 무엇이고, 왜 그랬나요?", "What was harder than you expected, and why?"),
        ("이번 주에 새로 알게 된 것은 무엇인가요?", "What did you learn this week?"),
        ("어떤 순간에 시간 가는 줄 몰랐나요?", "When did you lose track of time?"),
        ("다음 주에 꼭 지키고 싶은 한 가지는 무엇인가요?", "What is the one thing you want to hold on to next week?"),
        ("지금 목표 가운데 가장 마음이 가는 것은 무엇인가요?", "Which of your goals matters most to you right now?"),
        ("무엇이 나를 쉬게 해 주었나요?", "What gave you rest?"),
        ("1년 뒤의 나는 이번 주를 어떻게 기억할까요?", "How will you remember this week in a year?"),
        ("작지만 계속하고 싶은 습관이 있나요?", "Is there a small habit you would like to keep?"),
    ]
}
