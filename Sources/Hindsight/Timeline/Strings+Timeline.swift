import HindsightDomain
import Live
import LiveSite

extension Strings {
    /// Heading of a timeline, and the link to it from elsewhere.
    func heading(of segment: EventSegment) -> String {
        switch segment {
        case .performed: text(ko: "내 발자취", en: "My timeline")
        case .received: text(ko: "팔로우 소식", en: "Following")
        }
    }
    var timelines: String { text(ko: "발자취", en: "Timelines") }
    /// Label of the button that shows new entries.
    func newEntries(_ count: Int) -> String {
        text(ko: "새 소식 \(count)개", en: "\(count) new")
    }
    var nothingReceived: String { text(ko: "아직 소식이 없어요", en: "Nothing here yet") }
    var nothingReceivedText: String {
        text(
            ko: "내가 팔로우하는 사람이 목표를 공유하면 여기에 보여요. 팔로우하려면 그 사람의 초대를 받아야 해요.",
            en:
                "When someone you follow shares a goal, it will appear here. To follow someone, you need an invitation from them."
        )
    }
    var nothingDone: String { text(ko: "아직 발자취가 없어요", en: "Nothing here yet") }
    var nothingDoneText: String {
        text(
            ko: "목표를 정하고, 단계를 마치고, 목표를 완료하고, 회고를 쓰면 여기에 남아요.",
            en: "Goals you set and complete, steps you finish and reviews you write will appear here.")
    }
    var samplesHaveNoPast: String {
        text(ko: "예시 목표는 직접 한 일만 남아요.", en: "Of the sample goals, only what you do yourself is listed.")
    }
    var nothingDoneBefore: String { text(ko: "이보다 앞선 발자취는 없어요", en: "Nothing earlier") }
    var loadingTimeline: String { text(ko: "불러오고 있어요", en: "Loading") }
    var timelineFailed: String {
        text(
            ko: "불러오지 못했어요. 잠시 뒤에 다시 시도해 주세요.", en: "This could not be loaded. Please try again in a moment.")
    }

    /// The name of a day of the timeline, with the year unless it is the current one.
    func name(of heading: EventCellViewModel.Heading) -> HTML {
        switch heading {
        case .today: HTML(text: todayHeading)
        case .yesterday: HTML(text: text(ko: "어제", en: "Yesterday"))
        case .day(let day):
            """
            <time datetime="\(day.description)">\(day.year == thisYear ? dayWithWeekday(day) : longDay(day))</time>
            """
        }
    }

    /// Label of the button that applauds, or takes that back; what it shows when it is pressed begins alike.
    var applaudInTimeline: String { text(ko: "박수", en: "Applaud") }
    var applaudedInTimeline: String { text(ko: "박수 보냄", en: "Applauded") }
    /// The sentence below the title of the goal.
    func words(for event: TimelineEvent) -> HTML {
        switch event.kind {
        case .set where event.person != nil:
            HTML(
                text: event.jewel == nil
                    ? text(ko: "목표를 공유했어요", en: "Goal shared")
                    : text(ko: "완료한 목표를 공유했어요", en: "Completed goal shared"))
        case .reviewed where event.person != nil:
            HTML(text: text(ko: "회고를 공유했어요", en: "Review shared"))
        case .ticked where event.person != nil:
            HTML(
                text: event.count == 0
                    ? text(ko: "진행하고 있어요", en: "Making progress") : stepsDone(event.count, of: event.stepCount ?? 0))
        case .set: HTML(text: text(ko: "목표를 정했어요", en: "Goal set"))
        case .ticked where !event.step.isEmpty:
            text(
                ko: "‘<span dir='auto'>\(event.step)</span>’ 단계를 마쳤어요",
                en: "Step done: <span dir='auto'>\(event.step)</span>")
        case .ticked:
            HTML(
                text: text(
                    ko: "단계 \(event.count)개를 마쳤어요",
                    en: event.count == 1 ? "1 step done" : "\(event.count) steps done"))
        case .completed:
            HTML(
                text: event.jewel.map {
                    text(ko: "완료해서 \(name(of: $0))을 받았어요", en: "Completed, earning a \(name(of: $0))")
                } ?? text(ko: "완료했어요", en: "Completed"))
        case .reviewed: HTML(text: text(ko: "회고를 썼어요", en: "Review written"))
        case .ended: HTML(text: text(ko: "기간이 끝나 쉬게 됐어요", en: "Ran out of time and was paused"))
        case .paused: HTML(text: text(ko: "잠시 쉬기로 했어요", en: "Paused"))
        case .takenUp: HTML(text: text(ko: "다시 시작했어요", en: "Taken up again"))
        }
    }
}
