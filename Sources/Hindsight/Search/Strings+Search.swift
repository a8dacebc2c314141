import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Searching

    var searchHeading: String { text(ko: "목표와 회고 찾기", en: "Search goals and reviews") }
    var searchLabel: String { text(ko: "무엇을 찾을까요?", en: "What are you looking for?") }

    var nothingAsked: String { text(ko: "기억나는 말 하나면 돼요", en: "One word you remember is enough") }
    var nothingAskedText: String {
        text(
            ko: "목표와 단계의 제목, 회고와 주간 답변에 쓴 글에서 찾아 드려요. 여러 단어를 쓰면 모두 들어 있는 것만 찾아요.",
            en: "Goals, their steps, and everything you wrote in your reviews and weekly answers are searched. "
                + "Results contain all the words you type.")
    }

    var nothingFound: String { text(ko: "검색 결과가 없어요", en: "Nothing found") }
    func nothingFoundText(_ query: String) -> HTML {
        text(
            ko: "‘<span dir='auto'>\(query)</span>’에 맞는 목표나 회고, 주간 답변이 없어요. 더 짧게, 또는 다른 말로 찾아볼까요?",
            en:
                "No goal, review or weekly answer has “<span dir='auto'>\(query)</span>”. Try a shorter word, or a different one."
        )
    }

    /// - Parameters:
    ///   - isFirst: whether the results begin with the newest one.
    ///   - hasMore: whether there are further results.
    func found(goals goalCount: Int, weeks: Int, for query: String, isFirst: Bool, hasMore: Bool) -> HTML {
        let answers = text(ko: "주간 답변 \(weeks)개", en: weeks == 1 ? "1 weekly answer" : "\(weeks) weekly answers")
        let found =
            switch (goalCount, weeks) {
            case (_, 0): self.goals(goalCount)
            case (0, _): answers
            default: text(ko: "\(self.goals(goalCount))와 \(answers)", en: "\(self.goals(goalCount)) and \(answers)")
            }
        let words: HTML = "<span dir='auto'>\(query)</span>"
        return switch (isFirst, hasMore) {
        case (true, false):
            text(ko: "‘\(words)’ 검색 결과 <em>\(found)</em>", en: "<em>\(found)</em> found for “\(words)”")
        case (true, true):
            text(
                ko: "‘\(words)’ 검색 결과 중 최근 <em>\(found)</em>, 더 있어요",
                en: "The newest <em>\(found)</em> for “\(words)”; there are more")
        case (false, _):
            text(ko: "‘\(words)’ 더 오래된 검색 결과 <em>\(found)</em>", en: "<em>\(found)</em> further back for “\(words)”")
        }
    }

    var searching: String { text(ko: "찾고 있어요", en: "Searching") }
    var furtherBack: String { text(ko: "더 오래된 기록에서 계속 찾아볼 수 있어요.", en: "There is more to be searched further back.") }
    var searchIsPartial: String {
        text(
            ko: "오래된 기록을 아직 정리하고 있어요. 잠시 뒤에 다시 찾으면 모두 나와요.",
            en: "Older goals and answers are still being prepared. Search again in a moment to find them all.")
    }
    var searchFailed: String {
        text(ko: "찾는 중에 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.", en: "The search didn’t work. Please try again in a moment.")
    }
    var olderResults: String { text(ko: "더 오래된 결과 보기", en: "See older results") }

    func name(of place: FoundGoal.Finding.Place) -> String {
        switch place {
        case .step: text(ko: "단계", en: "Step")
        case .answer(.text): text(ko: "회고", en: "Review")
        case .answer(let field): text(ko: "회고 · \(name(of: field))", en: "Review · \(name(of: field))")
        }
    }
}
