import Foundation
import HindsightDomain
import Live
import LiveSite

/// The app's strings in Korean and English, with the time zone and day that dates are formatted for.
struct Copy: SiteStrings {
    var language: Language
    /// The time zone that determines the day of a moment.
    var timeZone = TimeZoneID.utc
    /// The current day; nil where nothing depends on it.
    var today: CalendarDate?
    /// The current year, which is omitted from dates; nil shows the year of every date.
    var thisYear: Int? { today?.year }
    var assets: [String: String] = [:]

    // MARK: Every page

    var appName: String { say("하인드사이트", "Hindsight") }
    var demoAccount: String { say("체험 계정", "Demo account") }
    var signOut: String { say("로그아웃", "Sign out") }
    /// Accessible name of the main navigation.
    var places: String { say("둘러보기", "Places") }
    var goals: String { say("목표", "Goals") }
    var lookBack: String { say("돌아보기", "Look back") }
    var search: String { say("찾기", "Search") }
    var about: String { say("하인드사이트 소개", "About Hindsight") }
    var tagline: String { say("끝낸 목표를 돌아보는 곳", "A place to look back on what you finished") }
    var demoIsPrivate: String {
        say("체험 계정의 내용은 나만 볼 수 있어요.", "What is in a demo account is yours alone to see.")
    }

    // MARK: Error pages

    /// Description of an error that concerns goals, for the HTTP status of its page; nil for any other, which
    /// ``SiteStrings/fault(_:)`` describes.
    func goalFault(_ status: Int) -> String? {
        switch status {
        case 404, 405, 414:
            say(
                "주소가 바뀌었거나, 삭제되었거나, 볼 수 없는 목표예요.",
                "The address may have changed, the goal may be deleted, or it isn’t yours to see.")
        case 400, 403, 413, 415, 416, 422, 429, 503: nil
        default:
            say(
                "저장된 목표와 회고는 그대로 있어요. 잠시 뒤에 다시 시도해 주세요.",
                "Your saved goals and reviews are safe. Please try again in a moment.")
        }
    }

    var seeGoals: String { say("완료한 목표 보기", "See completed goals") }
}

extension Copy {
    /// - Parameters:
    ///   - language: a BCP 47 tag; unsupported ones give English.
    ///   - timeZone: an IANA name; nil and unknown ones give UTC.
    ///   - assets: cacheable addresses of static files, keyed by their plain paths.
    init(language: String, timeZone: String?, assets: [String: String]) {
        self.init(
            language: Language(rawValue: language) ?? .english,
            timeZone: timeZone.flatMap { TimeZoneID($0) } ?? .utc, assets: assets)
    }
}

extension Visit {
    /// The strings for the visitor's language and time zone, without a current day.
    var copy: Copy { Copy(language: language, timeZone: timeZone, assets: assets) }

    /// The strings for a page opened at a moment: dates of the current year omit the year, and remaining days are
    /// counted from the current day.
    func copy(at now: Date) -> Copy {
        var copy = copy
        copy.today = copy.day(of: now)
        return copy
    }
}
