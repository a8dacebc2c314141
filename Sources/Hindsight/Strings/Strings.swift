import Foundation
import HindsightDomain
import Live
import LiveSite

/// The app's strings in Korean and English, with the time zone and day that dates are formatted for.
struct Strings: SiteStrings {
    var language: Language
    /// The time zone that determines the day of a moment.
    var timeZone = TimeZoneID.utc
    /// The current day; nil where nothing depends on it.
    var today: CalendarDate?
    /// The current year, which is omitted from dates; nil shows the year of every date.
    var thisYear: Int? { today?.year }
    var assets: [String: String] = [:]

    // MARK: Every page

    var appName: String { text(ko: "하인드사이트", en: "Hindsight") }
    var demoAccount: String { text(ko: "체험 계정", en: "Demo account") }
    /// Accessible name of the account's menu, before the name of its owner.
    var account: String { text(ko: "계정", en: "Account") }
    var signOut: String { text(ko: "로그아웃", en: "Sign out") }
    /// Accessible name of the main navigation.
    var places: String { text(ko: "둘러보기", en: "Places") }
    /// Name of the page: its heading, and the links to it.
    var todayHeading: String { text(ko: "오늘", en: "Today") }
    var goals: String { text(ko: "목표", en: "Goals") }
    var lookBack: String { text(ko: "돌아보기", en: "Look back") }
    var search: String { text(ko: "찾기", en: "Search") }
    /// Headings of the pages, and the links to them.
    var people: String { text(ko: "팔로우", en: "People") }
    var help: String { text(ko: "도움말", en: "Help") }
    var privacy: String { text(ko: "개인정보", en: "Privacy") }
    var about: String { text(ko: "하인드사이트 소개", en: "About Hindsight") }
    var tagline: String { text(ko: "완료한 목표를 돌아보는 곳", en: "A place to look back on what you finished") }
    var demoIsPrivate: String {
        text(ko: "체험 계정의 내용은 나만 볼 수 있어요.", en: "Only you can see your demo account.")
    }

    // MARK: Error pages

    /// Description of an error that concerns goals, for the HTTP status of its page; nil for any other, which
    /// ``SiteStrings/fault(_:)`` describes.
    func goalFault(_ status: Int) -> String? {
        switch status {
        case 400, 403, 404, 405, 410, 413, 414, 415, 416, 422, 429, 503: nil
        default:
            text(
                ko: "저장된 목표와 회고는 그대로 있어요. 잠시 뒤에 다시 시도해 주세요.",
                en: "Your saved goals and reviews are safe. Please try again in a moment.")
        }
    }

    var seeGoals: String { text(ko: "완료한 목표 보기", en: "See completed goals") }
}

extension Strings {
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
    var strings: Strings { Strings(language: language, timeZone: timeZone, assets: assets) }

    /// The strings for a page opened at a moment: dates of the current year omit the year, and remaining days are
    /// counted from the current day.
    func strings(at now: Date) -> Strings {
        var strings = strings
        strings.today = strings.day(of: now)
        return strings
    }
}
